# A formula for Homebrew. It was not tried.
class Loyd < Formula
  desc "Shortest solutions of permutation puzzles, and maps of their state spaces"
  homepage "ADDRESS"
  url "ADDRESS/loyd-0.1.0-source.tar.gz"
  sha256 "SHA256"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "loyd-cli"), "--features", "web,play,cluster"
    system bin/"loyd", "man", "--dir", "man"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"loyd", "completions")
  end

  test do
    assert_match "moves, proved shortest", shell_output("#{bin}/loyd solve 8 \"2 3 4 1 5 x 7 6 8\"")
  end
end

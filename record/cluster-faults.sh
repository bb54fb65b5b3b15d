#!/usr/bin/env bash
# Makes twenty maps of several processes, each with a fault at a random moment and a resume with a random number of
# processes. Every census must equal the census of one process. Each process has its own network namespace. The faults
# are: some processes are killed (SIGKILL), one process is stopped (SIGSTOP), the link of one process is set down, or a
# disk is full. Needs root, ip and python3.
#
#     bash record/cluster-faults.sh [SEED] [RUNS] > record/cluster-faults.txt
set -euo pipefail
cd "$(dirname "$0")/.."
loyd=${LOYD:-target/release/loyd}
[ -x "$loyd" ] || cargo build --release --locked -p loyd-cli --features cluster
work=$(mktemp -d)
spaces=5
end() {
    umount "$work/disk" 2> /dev/null || true
    for k in $(seq 0 $((spaces - 1))); do ip netns del "loydf$k" 2> /dev/null || true; done
    ip link del loydfb 2> /dev/null || true
    rm -rf "$work"
}
trap end EXIT
ip link add loydfb type bridge
ip link set loydfb up
for k in $(seq 0 $((spaces - 1))); do
    ip netns add "loydf$k"
    ip link add "loydfv$k" type veth peer name eth0 netns "loydf$k"
    ip link set "loydfv$k" master loydfb up
    ip -n "loydf$k" addr add "10.77.0.$((k + 1))/24" dev eth0
    ip -n "loydf$k" link set eth0 up
    ip -n "loydf$k" link set lo up
done
mkdir "$work/disk"
mount -t tmpfs -o size=2g tmpfs "$work/disk"
head -c 32 /dev/urandom | base64 > "$work/token"
chmod 600 "$work/token"
python3 - "$loyd" "$work" "${1:-13}" "${2:-20}" <<'PYTHON'
import json, os, random, shutil, signal, subprocess, sys, time

loyd, work, seed, runs = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
disk, lot = work + "/disk", random.Random(seed)
puzzles = ["pancake:11", "rolling-cubes", "swap:2x5", "sliding:2x6"]
same = ["puzzle", "goal", "states", "diameter", "mean", "layers", "antipodes"]

def last(text):
    lines = text.strip().splitlines()
    return json.loads(lines[-1]) if lines else {}

def start(puzzle, number, every):
    with open(work + "/hosts", "w") as hosts:
        hosts.writelines(f"10.77.0.{k + 1}:7100\n" for k in range(number))
    return [subprocess.Popen(
        ["ip", "netns", "exec", f"loydf{k}", loyd, "cluster", "map", puzzle, "--hosts", work + "/hosts",
         "--process", str(k), "--token-file", work + "/token", "--disk", disk, "--checkpoint-seconds", str(every),
         "--limit-memory", "1GB", "--threads", "1", "--wait-seconds", "20", "--format", "json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for k in range(number)]

def ends(processes, seconds):
    """The exit codes and messages of all processes. A process that does not end in that time has the code None."""
    until, found = time.time() + seconds, []
    for process in processes:
        try:
            out, err = process.communicate(timeout=max(0.1, until - time.time()))
            found.append((process.returncode, out, err.strip()))
        except subprocess.TimeoutExpired:
            found.append((None, "", ""))
    return found

def room(bytes):
    subprocess.run(["mount", "-o", f"remount,size={bytes}", disk], check=True)

def link(k, state):
    subprocess.run(["ip", "link", "set", f"loydfv{k}", state], check=True)

def clear():
    for name in os.listdir(disk):
        shutil.rmtree(os.path.join(disk, name))

expected, seconds = {}, {}
for puzzle in puzzles:
    out = subprocess.run([loyd, "map", puzzle, "--format", "json", "--no-cache"], capture_output=True, text=True).stdout
    expected[puzzle] = last(out)
commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
print(f"seed {seed}, {runs} runs, at {commit}, {os.cpu_count()} cores, each process in a network namespace", flush=True)
right = wrong = 0
for run in range(runs):
    found = None
    # A map that was complete before the fault, or in spite of it, does not count: another map is drawn at random.
    while found is None:
        fault = ["kill", "stop", "cut", "full"][run % 4] if run < 4 else lot.choice(["kill", "stop", "cut", "full"])
        puzzle, number, then = lot.choice(puzzles), lot.randint(2, 5), lot.randint(1, 5)
        every, which = lot.choice([0, 0.05, 0.3]), lot.randrange(number)
        # The time without a fault, measured once for each puzzle and way to run it.
        if (puzzle, number, every) not in seconds:
            clear()
            began = time.time()
            done = ends(start(puzzle, number, every), 300)
            assert all(code == 0 for code, _, _ in done), done
            seconds[puzzle, number, every] = time.time() - began
        moment = lot.uniform(0.05, 0.95) * seconds[puzzle, number, every]
        lost = sorted(lot.sample(range(number), lot.randint(1, number))) if fault == "kill" else [which]
        spare = lot.randrange(4096, 200_000)
        clear()
        processes = start(puzzle, number, every)
        time.sleep(moment)
        if any(process.poll() is not None for process in processes):
            ends(processes, 60)
            continue
        if fault == "kill":
            for k in lost:
                processes[k].kill()
        elif fault == "stop":
            processes[which].send_signal(signal.SIGSTOP)
        elif fault == "cut":
            link(which, "down")
        else:
            used = sum(os.stat(os.path.join(at, name)).st_blocks * 512 for at, _, names in os.walk(disk) for name in names)
            room(used + spare)
        began = time.time()
        left = [k for k in range(number) if not (k in lost and fault in ("kill", "stop"))]
        found = dict(zip(left, ends([processes[k] for k in left], 60)))
        took = time.time() - began
        if fault == "stop":
            processes[which].send_signal(signal.SIGCONT)
            found[which] = ends([processes[which]], 30)[0]
        if fault == "kill":
            ends([processes[k] for k in lost], 30)
        link(which, "up")
        room("2g")
        if any(code == 0 for code, _, _ in found.values()):
            found = None
    codes = [found[k][0] if k in found else "killed" for k in range(number)]
    status = last(subprocess.run([loyd, "cluster", "status", disk, "--format", "json"], capture_output=True, text=True).stdout)
    resumed = ends(start(puzzle, then, every), 300)
    reply = last(resumed[0][1])
    is_right = all(code == 0 for code, _, _ in resumed) and all(reply.get(key) == expected[puzzle][key] for key in same)
    # The remaining processes end in half a minute: with 75 for the loss of another, with 1 for their own full disk.
    own = {75, 1} if fault == "full" else {75}
    is_told = all(found[k][0] in own for k in left) and took < 30
    right, wrong = right + (is_right and is_told), wrong + (not (is_right and is_told))
    name = {"kill": "kill -9 of", "stop": "kill -STOP of", "cut": "link down of", "full": "full disk for"}[fault]
    what = "all" if fault == "full" else " ".join(map(str, lost))
    said = next((found[k][2].splitlines()[-1] for k in left if found[k][2]), "").replace(disk, "DIR")
    print(f"{run + 1:2}. {puzzle}, {number} processes, checkpoints every {every} s: {name} {what} after {moment:.2f} s; "
          f"those left ended in {took:.1f} s with {codes}; checkpoint of {status.get('layers')} layers; "
          f"{then} processes: {'the right census' if is_right else 'WRONG'}{'' if is_told else ', NOT TOLD'}", flush=True)
    if said:
        print(f"    {said}", flush=True)
    if not is_right:
        print(resumed, flush=True)
print(f"{right} right, {wrong} wrong")
sys.exit(wrong > 0)
PYTHON

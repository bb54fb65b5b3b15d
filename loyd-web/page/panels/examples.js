// @ts-check
/** The definitions that the editor of one's own puzzle offers, each for a part of loyd's own form. */

/** By the last part of the key of its name in the words of the page. @type {Record<string, string>} */
export const EXAMPLES = {
  rings: `# Two rings, which share the slot x.
picture = '''
a b .
f x c
. e d
'''
moves.L = "a b x f"
moves.R = "x c d e"
`,
  letters: `# Equal letters are identical tiles. The tiles beside _ slide into it.
picture = '''
1 2 3
4 5 6
7 8 9
'''
solved = '''
a a a
b b b
c c _
'''
slides = "_"
`,
  rows: `# Rows and columns shift, and pieces of one colour are alike.
picture = '''
1 2 3
4 5 6
7 8 9
'''
solved = '''
r r r
y y y
b b b
'''
[drawing]
colours = { r = "red", y = "yellow", b = "blue" }
[drawing.faces]
board = { at = "0 0 0", right = "1 0 0", down = "0 -1 0", cells = '''
1 2 3
4 5 6
7 8 9
''' }
[moves]
r1 = "1 2 3"
r2 = "4 5 6"
r3 = "7 8 9"
c1 = "1 4 7"
c2 = "2 5 8"
c3 = "3 6 9"
`,
  roundabouts: `# Two roundabouts turn one way only. The right one costs 2.
inverses = false
picture = '''
1 2 3
4 5 6
'''
[moves]
left = "1 2 5 4"
right = { cycles = "2 3 6 5", weight = 2 }
[goals]
home = '''
1 2 3
4 5 6
'''
corners = '''
1 ? 3
4 ? 6
'''
`,
  blocked: `# The wheel, left or right, that holds the piece x cannot turn.
picture = '''
a b c d
e f g h
'''
solved = '''
a b c d
e x g h
'''
[moves]
left = { cycles = "a b f e", when = "a b f e != x" }
right = { cycles = "c d h g", when = "c d h g != x" }
across = "b c g f"
`,
  cube: `# Corners of a cube: +1 turns the piece that arrives.
orientations = 3
picture = '''
ULB UBR
UFL URF
DLF DFR
.   DRB
'''
[moves]
U = "URF UFL ULB UBR"
R = "URF+2 UBR+1 DRB+2 DFR+1"
F = "URF+1 DFR+2 DLF+1 UFL+2"
`,
};

// @ts-check
/** Chinese (simplified). The same keys as English. */
export const zh = {
  // index.html, main.js, settings.js
  "page.title": "loyd：排列类谜题的最短解",
  "page.skip": "跳到棋盘",
  "page.link": "复制链接",
  "page.copied": "已复制",
  "page.notCopied": "浏览器不允许复制，请从地址栏复制链接。",
  "page.theme": "浅色或深色",
  "page.play": "棋盘",
  "page.side": "教练与工具",
  "tab.newgame": "新游戏",
  "tab.algorithms": "算法",
  "tab.watch": "观看搜索",
  "tab.map": "状态空间",
  "tab.shape": "自制棋盘",
  "tab.judge": "在线评测",

  // names of puzzles by family: words.js
  "puzzle.sliding": "{size} 滑块",
  "puzzle.sliding:3x3": "八数码",
  "puzzle.sliding:4x4": "十五数码",
  "puzzle.sliding:5x5": "二十四数码",
  "puzzle.swap": "交替交换 {size}",
  "puzzle.magic-board": "魔板",
  "puzzle.rolling-cubes": "滚动立方体",
  "puzzle.pancake": "{size} 张煎饼",
  "puzzle.top-spin": "TopSpin {size}",
  "puzzle.light-up": "照明谜题",
};

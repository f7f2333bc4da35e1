// Makes the fonts of the exports from the full Noto Sans. Needed only when letters are added:
//   npm install --prefix /tmp/fonts @expo-google-fonts/noto-sans@0.4.2 subset-font@2.9.0
//   node web/.scripts/subset-fonts.mjs /tmp/fonts
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const from = process.argv[2]
if (from === undefined)
  throw new Error('Name the folder that holds node_modules with noto-sans and subset-font.')
const packages = join(resolve(from), 'node_modules')
const subsetFont = createRequire(join(packages, '/'))('subset-font')
const source = join(packages, '@expo-google-fonts/noto-sans')
const target = fileURLToPath(new URL('../src/exports/fonts/', import.meta.url))

/** Code points by range, both ends included. */
const wanted = [
  [0x20, 0x7e], // Basic Latin
  [0xa0, 0x24f], // Latin-1, Extended-A and -B
  [0x2bb, 0x2bd], // modifier apostrophes, as in Hawaiian and Ukrainian names
  [0x370, 0x3ff], // Greek
  [0x400, 0x52f], // Cyrillic and its supplement
  [0x1e00, 0x1eff], // Latin Extended Additional, with Vietnamese
  [0x1f00, 0x1fff], // Greek Extended
  [0x2002, 0x200a], // spaces
  [0x2010, 0x2027], // dashes, quotes, bullets
  [0x202f, 0x203a],
  [0x2044, 0x2044],
  [0x2070, 0x209c], // superscripts and subscripts
  [0x20a0, 0x20bf], // currencies
  [0x2116, 0x2126],
  [0x2150, 0x215e], // fractions
  [0x2212, 0x2265], // minus, infinity, comparisons
  [0xfffd, 0xfffd], // stands for a letter that the font lacks
]
const text = wanted
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  )
  .join('')

for (const [folder, weight] of [
  ['400Regular', 'Regular'],
  ['700Bold', 'Bold'],
]) {
  const full = await readFile(join(source, folder, `NotoSans_${folder}.ttf`))
  const small = await subsetFont(full, text, {
    targetFormat: 'truetype',
    noLayoutClosure: true,
    noHinting: true,
    // The PDF writer places letters by their widths alone.
    dropTables: ['GPOS', 'GSUB', 'GDEF', 'STAT', 'gasp', 'meta'],
  })
  await writeFile(join(target, `NotoSans-${weight}.ttf`), small)
  console.log(weight, small.length)
}
await copyFile(join(source, 'LICENSE_FONT'), join(target, 'OFL.txt'))

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Makes the browser's system font the one that the exports carry: a server's own is much wider than any tablet's. */
export function useTabletFonts(): void {
  const fonts = resolve(import.meta.dirname, '../src/exports/fonts')
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
  const file = join(folder, 'fonts.conf')
  const families = ['system-ui', 'sans-serif'].map(
    (family) => `<match target="pattern"><test name="family"><string>${family}</string></test>
<edit name="family" mode="assign" binding="strong"><string>Noto Sans</string></edit></match>`,
  )
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir>${families.join('')}</fontconfig>`,
  )
  process.env['FONTCONFIG_FILE'] = file
}

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { BadConfiguration } from './config.ts'
import { withEnvFile } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'env-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const usual = join(folder, '.env')
const other = join(folder, 'clinic.settings')

const read = (text: string, env: NodeJS.ProcessEnv = {}) => {
  writeFileSync(usual, text)
  return withEnvFile(env, usual)
}
function complaintAbout(attempt: () => unknown): string {
  try {
    attempt()
  } catch (error) {
    if (error instanceof BadConfiguration) return error.message
    throw error
  }
  return ''
}

describe('a file of settings', () => {
  test('sets what it names, and nothing that is set', () => {
    const text = [
      '# the clinic',
      '',
      'PORT=8080',
      '  export HOST = 127.0.0.1',
      'DEMO=off',
      'BACKUP_AT=03:00',
      'BACKUP_PASSPHRASE="lamp # otter" # sealed',
      "DATABASE_URL='postgresql://clinic:a#b@db/clinic'",
      'MAIL_FROM=Elm Street Clinic <clinic@example.com>',
      'BACKUP_DIR=',
    ].join('\r\n')
    // An empty value is what a compose file leaves of a variable that is not set.
    expect(read(`\uFEFF${text}`, { DEMO: 'library', BACKUP_AT: '' })).toEqual({
      PORT: '8080',
      HOST: '127.0.0.1',
      DEMO: 'library',
      BACKUP_AT: '03:00',
      BACKUP_PASSPHRASE: 'lamp # otter',
      DATABASE_URL: 'postgresql://clinic:a#b@db/clinic',
      MAIL_FROM: 'Elm Street Clinic <clinic@example.com>',
      BACKUP_DIR: '',
    })
  })

  test('is another one where ENV_FILE names it, and none where that says off', () => {
    writeFileSync(other, 'PORT=9090\n')
    expect(read('PORT=8080', { ENV_FILE: other })['PORT']).toBe('9090')
    expect(read('PORT=8080', { ENV_FILE: '' })['PORT']).toBe('8080')
    expect(read('PORT=8080', { ENV_FILE: 'off' })['PORT']).toBeUndefined()
  })

  test('may be missing, but not where it is named', () => {
    const missing = join(folder, 'nowhere')
    expect(withEnvFile({ PORT: '1' }, missing)).toEqual({ PORT: '1' })
    expect(complaintAbout(() => withEnvFile({ ENV_FILE: missing }, usual))).toBe(
      `The settings in ${missing} cannot be read: There is no such file.`,
    )
  })

  test('that cannot be opened ends in one sentence', () => {
    expect(complaintAbout(() => withEnvFile({ ENV_FILE: folder }, usual))).toMatch(
      /^The settings in .* cannot be read: EISDIR[^\n]*$/,
    )
    writeFileSync(other, 'PORT=1')
    chmodSync(other, 0o000)
    // Whoever is root may read it all the same.
    if (process.getuid?.() !== 0)
      expect(complaintAbout(() => withEnvFile({ ENV_FILE: other }, usual))).toMatch(/chmod 640/)
  })

  test.each([
    ['a word alone', 'DEMO=off\nsecret', 2],
    ['a colon', 'DATABASE_URL: secret', 1],
    ['no name', '=secret', 1],
    ['a name that no shell takes', 'A-B=secret', 1],
    ['a quote without an end', '# first\nBACKUP_PASSPHRASE="secret\nDEMO=off', 2],
    ['words after a quoted value', 'A="x" secret', 1],
    ['a # that one Node.js takes for a comment', 'DATABASE_URL=postgresql://a:b#secret@c/d', 1],
    ['a # after a value with line breaks', 'A="x\ny\nz"\n\nB=c # secret', 5],
  ])('with %s is refused, and not repeated', (_, text, line) => {
    expect(complaintAbout(() => read(text))).toBe(
      `${usual} cannot be read from line ${line} on: a line is NAME=value or # a comment, and a value with # or a quote in it stands in quotes.`,
    )
  })
})

import { fileURLToPath } from 'node:url'

/**
 * sync-protocol is built from its sources. Its exports map has a `source` condition for that, but react-aria's packages have
 * one too, and theirs need another bundler: so the condition is spelled out for the one package that means it.
 */
export const sourceAliases = [
  {
    find: /^sync-protocol\/(.*)$/,
    replacement: `${fileURLToPath(new URL('../sync-protocol/src', import.meta.url))}/$1.ts`,
  },
]

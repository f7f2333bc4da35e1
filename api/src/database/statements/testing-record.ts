import { inject } from 'vitest'
import { RECORD_INTO, recordStatements } from './testing-recorder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the statements of this run are written. */
    statementsFolder: string
  }
}

const folder = inject('statementsFolder')
process.env[RECORD_INTO] = folder
recordStatements(folder)

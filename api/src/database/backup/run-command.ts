import { CannotStart } from '../../cannot-start.ts'
import { safeErrorText } from '../../logging/safe-error.ts'
import { IS_BEING_MADE } from './write-backup.ts'

/** Runs one command of the terminal; `from` is the folder in which it was typed. Prints what it returns. */
export async function runCommand(command: (args: string[], from: string) => Promise<string>): Promise<void> {
  try {
    // npm runs scripts in the project's folder and keeps the caller's in INIT_CWD.
    console.log(await command(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd()))
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : safeErrorText(error))
    process.exitCode = error instanceof CannotStart && error.cause === IS_BEING_MADE ? IS_BEING_MADE : 1
  }
}

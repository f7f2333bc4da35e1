import { CannotStart } from '../../cannot-start.ts'

/** Runs one command of the terminal; `from` is the folder in which it was typed. Prints what it returns. */
export async function runCommand(command: (args: string[], from: string) => Promise<string>): Promise<void> {
  try {
    // npm runs scripts in the project's folder and keeps the caller's in INIT_CWD.
    console.log(await command(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd()))
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  }
}

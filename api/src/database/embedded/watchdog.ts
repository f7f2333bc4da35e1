import { spawn, spawnSync, type StdioOptions } from 'node:child_process'
import type { EngineUser } from './engine-user.ts'

/**
 * Runs one program under a shell that outlives node: when node goes, however it goes, the pipe to the
 * shell closes and the shell stops the program, gently first. Closing the pipe is also the only way in
 * which node itself stops it, so that the path for the bad day is walked every day.
 */
const script = `
exec 3<&0
LD_LIBRARY_PATH=$ENGINE_LIBRARIES DYLD_LIBRARY_PATH=$ENGINE_LIBRARIES "$@" </dev/null 3<&- &
engine=$!
(
  read -r line <&3
  for signal in INT QUIT KILL; do
    kill -$signal $engine
    tries=0
    while [ $tries -lt 100 ] && kill -0 $engine; do sleep 0.1; tries=$((tries + 1)); done
  done
) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait $engine
code=$?
kill $guard 2>/dev/null
[ -z "$RUN_FOLDER" ] || rm -rf "$RUN_FOLDER"
exit $code
`

export interface Launch {
  user: EngineUser | undefined
  /** Folders of shared libraries, for the dynamic linker. */
  libraries: string[]
  cwd: string
  /** Removed by the shell after the program ended. */
  runFolder?: string
}

export interface Watched {
  /**
   * Exit code of the program; 128 + n where signal n ended it. 1 where the shell itself was killed: the program is then
   * being stopped, and may live on for a while.
   */
  ended: Promise<number>
  output: () => string
  stop: () => Promise<number>
}

export function runWatched(command: string, args: string[], launch: Launch, log?: number): Watched {
  const stdio: StdioOptions = log === undefined ? ['pipe', 'pipe', 'pipe'] : ['pipe', log, log]
  const shell = spawn('/bin/sh', ['-c', script, 'watchdog', command, ...args], {
    ...launch.user,
    stdio,
    cwd: launch.cwd,
    // A session of its own: Ctrl-C in the terminal reaches node alone, which closes in order.
    detached: true,
    env: environment(launch),
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = new Promise<number>((resolve) => {
    shell.on('error', (error) => {
      output += error.message
      resolve(127)
    })
    shell.on('close', (code) => resolve(code ?? 1))
  })
  return {
    ended,
    output: () => output,
    stop: () => {
      shell.stdin?.destroy()
      return ended
    },
  }
}

/** What a program of the engine prints, run as the user who shall run it; undefined when it cannot be run. */
export function tryOut(command: string, args: string[], launch: Omit<Launch, 'cwd'>): string | undefined {
  const ran = spawnSync(command, args, {
    ...launch.user,
    cwd: '/',
    encoding: 'utf8',
    env: {
      ...environment(launch),
      LD_LIBRARY_PATH: launch.libraries.join(':'),
      DYLD_LIBRARY_PATH: launch.libraries.join(':'),
    },
  })
  return ran.status === 0 ? ran.stdout : undefined
}

/** Nothing of the caller's environment reaches PostgreSQL: PGDATA and its kin would change what it does. */
function environment(launch: Omit<Launch, 'cwd'>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    ENGINE_LIBRARIES: launch.libraries.join(':'),
    RUN_FOLDER: launch.runFolder ?? '',
  }
}

import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'

/** Why the server may not listen where its operator told it to; undefined for what is no matter of `PORT` or `HOST`. */
export function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): CannotStart | undefined {
  const said = (message: string) => new CannotStart(message, { cause: error })
  switch (error.code) {
    case 'EADDRINUSE':
      return said(`Port ${port} is already in use. Stop what uses it, or set PORT to another.`)
    case 'EACCES':
      return said(`This user may not listen on port ${port}. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return said(`HOST is no address of this machine; it says "${host}". With 0.0.0.0 it listens on all.`)
    default:
      return undefined
  }
}

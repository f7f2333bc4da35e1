import { join } from 'node:path'

/** The folder of the keys and certificates that the server makes for itself. */
export const tlsFolder = (dataFolder: string) => join(dataFolder, 'tls')
export const authorityFile = (dataFolder: string) => join(tlsFolder(dataFolder), 'authority.pem')
export const serverFile = (dataFolder: string) => join(tlsFolder(dataFolder), 'server.pem')

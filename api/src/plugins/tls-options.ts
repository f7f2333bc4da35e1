import type { ServerOptions } from 'node:https'

/** Of TLS 1.3, and of TLS 1.2 what has forward secrecy and authenticates what it encrypts. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE+AESGCM',
  'ECDHE+CHACHA20',
].join(':')

/** How this server speaks TLS, with a certificate and its key in PEM form. */
export const tlsOptions = (cert: string | Buffer, key: string | Buffer) =>
  ({ cert, key, minVersion: 'TLSv1.2', ciphers: CIPHERS, handshakeTimeout: 20_000 }) satisfies ServerOptions

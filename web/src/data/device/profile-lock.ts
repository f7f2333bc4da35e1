/**
 * PBKDF2 rounds with HMAC-SHA-256: what the OWASP Password Storage Cheat Sheet asks for, 600,000 or more (looked up in
 * November 2026); a fraction of a second on a tablet. Raised here, it holds for each person from their next sign-in with the
 * server on. Argon2id would be better, and no browser has it.
 */
export const PASSWORD_ROUNDS = 600_000

/** A profile that only its password opens. Guards identity, not the data on the tablet, which is not encrypted. */
export interface LockedProfile {
  salt: Uint8Array<ArrayBuffer>
  rounds: number
  /** The profile key, wrapped by the password. */
  wrapped: Sealed
  sealed: Sealed
}
interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

const AES = 'AES-GCM'
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

async function passwordKey(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: AES, length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = randomBytes(12)
  const bytes = await crypto.subtle.encrypt(
    { name: AES, iv },
    key,
    new TextEncoder().encode(JSON.stringify(value)),
  )
  return { iv, bytes }
}

export interface Unlocked {
  key: CryptoKey
  value: unknown
}

/** Locks a value with a new random key, which the password wraps. */
export async function lockProfile(
  password: string,
  value: unknown,
  rounds = PASSWORD_ROUNDS,
): Promise<{ key: CryptoKey; locked: LockedProfile }> {
  const key = await crypto.subtle.generateKey({ name: AES, length: 256 }, true, ['encrypt', 'decrypt'])
  const wrapping = await wrapProfileKey(password, key, rounds)
  return { key, locked: { ...wrapping, sealed: await seal(key, value) } }
}

/** A profile key under a password: in place of what it was wrapped in before, this password opens the profile, and no other. */
export async function wrapProfileKey(
  password: string,
  key: CryptoKey,
  rounds = PASSWORD_ROUNDS,
): Promise<Omit<LockedProfile, 'sealed'>> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const wrapping = await passwordKey(password, salt, rounds)
  const bytes = await crypto.subtle.wrapKey('raw', key, wrapping, { name: AES, iv })
  return { salt, rounds, wrapped: { iv, bytes } }
}

/** The same lock over a newer value; the password is not needed for that. */
export const resealProfile = async (
  key: CryptoKey,
  locked: LockedProfile,
  value: unknown,
): Promise<LockedProfile> => ({
  ...locked,
  sealed: await seal(key, value),
})

/** Opens it; null when the password is wrong. */
export async function unlockProfile(password: string, locked: LockedProfile): Promise<Unlocked | null> {
  const wrapping = await passwordKey(password, locked.salt, locked.rounds)
  try {
    const { iv, bytes } = locked.wrapped
    const key = await crypto.subtle.unwrapKey('raw', bytes, wrapping, { name: AES, iv }, AES, true, [
      'encrypt',
      'decrypt',
    ])
    const text = await crypto.subtle.decrypt({ name: AES, iv: locked.sealed.iv }, key, locked.sealed.bytes)
    return { key, value: JSON.parse(new TextDecoder().decode(text)) as unknown }
  } catch (error) {
    // AES-GCM tells a wrong key from a right one by failing, and only in this way.
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  }
}

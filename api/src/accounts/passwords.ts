import { hash, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's smallest advised cost: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, COST)

let nobodys: Promise<string> | undefined

/** Whether the password is right; as much work for an account that does not exist (`undefined`). */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('the password of nobody')
  const right = await verify(stored ?? (await nobodys), password)
  return stored !== undefined && right
}

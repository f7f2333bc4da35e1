import * as z from 'zod/mini'

const typed = z.string().check(z.maxLength(1000))

/** The e-mail, or the link's id, as the path has it (`spec 1 §7`); anything at all gets an answer. */
export const resetParams = z.object({ id: z.string() })

export const newPasswordRequest = z.object({ password: typed, confirm_password: typed })
export type NewPasswordRequest = z.infer<typeof newPasswordRequest>

/** 'The result is true or false' (`spec 1 §7`): the link can be used; the password is changed. */
export const resetReply = z.object({ success: z.literal(true), result: z.boolean() })

import * as z from 'zod/mini'

export const WEIGHT_UNITS = ['kg', 'lb'] as const
export const weightUnit = z.enum(WEIGHT_UNITS)
export type WeightUnit = z.infer<typeof weightUnit>

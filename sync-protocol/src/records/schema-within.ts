import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** The schema of one field, or of one item of a list, of what `schema` describes; undefined where it says nothing of that. */
export function schemaWithin(schema: Schema | undefined, key: string | number): Schema | undefined {
  if (schema === undefined) return undefined
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return schemaWithin(def.innerType, key)
    case 'object':
      return typeof key === 'string' && Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
    case 'array':
      return typeof key === 'number' ? def.element : undefined
    case 'union': {
      const found = def.options.map((option) => schemaWithin(option, key))
      return found.find((each) => each !== undefined)
    }
    default:
      return undefined
  }
}

/** Whether a value can stand where `schema` describes what stands; undefined is that nothing does. */
export const canStand = (schema: Schema | undefined, value: unknown): boolean =>
  schema !== undefined && z.safeParse(schema, value).success

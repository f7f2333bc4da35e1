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

/** Whether it describes something that holds more than one value: nobody types that. */
export function isPart(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'nullable') return isPart(def.innerType)
  return def.type === 'object' || def.type === 'array' || def.type === 'tuple' || def.type === 'record'
}

/** What a schema lets be chosen, where that is one of a few words; empty for anything else. */
export function wordsIn(schema: Schema | undefined): string[] {
  if (schema === undefined) return []
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return wordsIn(def.innerType)
    case 'enum':
      return Object.values(def.entries).map(String)
    case 'literal':
      return def.values.filter((value) => typeof value === 'string')
    default:
      return []
  }
}

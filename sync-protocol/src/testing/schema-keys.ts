import * as z from 'zod/mini'

interface Shape {
  properties?: Record<string, unknown>
  oneOf?: Shape[]
  anyOf?: Shape[]
}

/** The names of every field that a content may have, sorted. */
export function contentSchemaKeys(schema: z.ZodMiniType): string[] {
  const names = (shape: Shape): string[] => [
    ...Object.keys(shape.properties ?? {}),
    ...[...(shape.oneOf ?? []), ...(shape.anyOf ?? [])].flatMap(names),
  ]
  return [...new Set(names(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))].sort()
}

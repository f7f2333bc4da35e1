type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Shape = { [key: string]: Json }
/** Who reads a message of the other version: an old client a new reply, a new server an old request. */
export type Direction = 'request' | 'reply' | 'both'

export interface Growth {
  /** What an app or a server of the released version stumbles over: where, and why. */
  breaks: { path: string; why: string }[]
  /** What was added since, by where it stands. */
  grown: { [path: string]: Json }
}

const isShape = (value: Json | undefined): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shapeOf = (value: Json | undefined): Shape => (isShape(value) ? value : {})
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
/** Names in one list that are not in the other. */
const added = (here: Json | undefined, there: Json | undefined): string[] =>
  listOf(here).filter((one) => typeof one === 'string' && !listOf(there).includes(one)) as string[]
const isSame = (a: Json | undefined, b: Json | undefined): boolean => sorted(a) === sorted(b)
const sorted = (value: Json | undefined): string =>
  JSON.stringify(value, (_, each: Json) =>
    isShape(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  ) ?? ''

/** Shapes below this one, and how the path names them. */
const BELOW: Readonly<Record<string, string>> = {
  items: '[]',
  additionalProperties: '.*',
  propertyNames: '.(name)',
  not: '.(not)',
}
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf']
const NAMED = { properties: '.', $defs: '.$' } as const

/**
 * Compares the JSON schema of a message as it was released with the one of today. It may have grown by optional fields where
 * it is a request, by fields where it is a reply that is not strict; everything else breaks somebody who was not updated yet.
 */
export function compareShapes(
  released: Shape,
  today: Shape,
  direction: Direction,
  path: string,
  into: Growth = { breaks: [], grown: {} },
): Growth {
  const breaks = (why: string, at = path) => into.breaks.push({ path: at, why })
  const choices = ['anyOf', 'oneOf'].find((key) => today[key] !== undefined && released[key] === undefined)
  // What was one shape became the first of several.
  if (choices !== undefined) {
    compareAlternatives([released], listOf(today[choices]), choices)
    return into
  }
  for (const key of new Set([...Object.keys(released), ...Object.keys(today)])) {
    const [before, now] = [released[key], today[key]]
    if (key === 'properties' || key === '$defs') {
      compareNamed(shapeOf(before), shapeOf(now), key)
    } else if (key === 'required') {
      const known = shapeOf(released['properties'])
      for (const name of added(now, before)) {
        if (known[name] !== undefined) breaks('was made required', `${path}.${name}`)
        else if (direction !== 'reply') breaks('is new and required', `${path}.${name}`)
      }
      for (const name of added(before, now))
        if (shapeOf(today['properties'])[name] !== undefined)
          breaks('was required and is no longer', `${path}.${name}`)
    } else if (key === 'enum') compareValues(listOf(before), listOf(now))
    else if (ALTERNATIVES.includes(key)) compareAlternatives(listOf(before), listOf(now), key)
    else if (BELOW[key] !== undefined && isShape(before) && isShape(now))
      compareShapes(before, now, direction, `${path}${BELOW[key]}`, into)
    else if (!isSame(before, now)) breaks(`${key} was ${said(before)} and is ${said(now)}`)
  }
  return into

  function compareNamed(before: Shape, now: Shape, key: keyof typeof NAMED): void {
    for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
      const at = `${path}${NAMED[key]}${name}`
      if (now[name] === undefined) breaks('is gone', at)
      else if (before[name] !== undefined)
        compareShapes(shapeOf(before[name]), shapeOf(now[name]), direction, at, into)
      else {
        into.grown[at] = now[name]
        const isStrict = key === 'properties' && released['additionalProperties'] === false
        if (isStrict && direction !== 'request')
          breaks('is new where released apps refuse what they do not know', at)
      }
    }
  }

  function compareValues(before: Json[], now: Json[]): void {
    for (const value of before) if (!now.includes(value)) breaks(`the value ${said(value)} is gone`)
    for (const value of now.filter((one) => !before.includes(one))) {
      into.grown[`${path}=${said(value)}`] = true
      if (direction !== 'request') breaks(`the value ${said(value)} is new, and released apps refuse it`)
    }
  }

  function compareAlternatives(before: Json[], now: Json[], key: string): void {
    for (const [index, one] of before.entries()) {
      const at = `${path}|${index}`
      if (now[index] === undefined) breaks('this alternative is gone', at)
      else compareShapes(shapeOf(one), shapeOf(now[index]), direction, at, into)
    }
    for (const [more, one] of now.slice(before.length).entries()) {
      const at = `${path}|${before.length + more}`
      into.grown[at] = one
      if (direction !== 'request' || key === 'allOf')
        breaks('this alternative is new, and released apps refuse it', at)
    }
  }
}

const said = (value: Json | undefined): string =>
  value === undefined ? 'not there' : JSON.stringify(value).slice(0, 120)

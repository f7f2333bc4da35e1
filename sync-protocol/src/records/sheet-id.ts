/** Characters of an id that a sheet has from its open sheet: the time at which that was begun, and 26 bits of chance. */
const SHARED = 24

/** The new id of a sheet that is saved from an open one: two tablets that save one open sheet make two that tell of it. */
export const sheetIdFrom = (draftId: string, newId: string): string =>
  draftId.slice(0, SHARED) + newId.slice(SHARED)

/** What the ids of an open sheet and of all sheets saved from it begin with. */
export const beginningOf = (id: string): string => id.slice(0, SHARED)

const ZEROS = '0'.repeat(12)

/** The id of the code of a sheet, the same for the open sheet and for each that is saved from it. */
export const codeIdOf = (sheetId: string): string => beginningOf(sheetId) + ZEROS

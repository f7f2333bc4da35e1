import type { Scene } from './scene.ts'
import { homeScenes } from './scenes/home.ts'
import { filledSheetScenes, newSheetScenes } from './scenes/new-sheet.ts'
import { signInScenes } from './scenes/sign-in.ts'

/** Everything there is to look at, in the order in which it is photographed: a scene may go on from the one before it. */
export const SCENES: readonly Scene[] = [
  ...signInScenes,
  ...homeScenes,
  ...newSheetScenes,
  ...filledSheetScenes,
]

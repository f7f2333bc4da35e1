import type { Scene } from './scene.ts'
import { balanceTableScenes, substanceScenes } from './scenes/controlled-substances.ts'
import { dayScenes } from './scenes/day.ts'
import { homeScenes } from './scenes/home.ts'
import { libraryScenes } from './scenes/library.ts'
import { filledSheetScenes, newSheetScenes } from './scenes/new-sheet.ts'
import { noticeScenes } from './scenes/notices.ts'
import { organizationScenes } from './scenes/organization.ts'
import { savedSheetScenes } from './scenes/saved-sheets.ts'
import { shellScenes, unsettledScenes } from './scenes/shell.ts'
import { signInScenes } from './scenes/sign-in.ts'
import { singleDrawScenes } from './scenes/single-draws.ts'

/** Everything there is to look at, in the order in which it is photographed: a scene may go on from the one before it. */
export const SCENES: readonly Scene[] = [
  ...signInScenes,
  ...homeScenes,
  ...dayScenes,
  ...newSheetScenes,
  ...filledSheetScenes,
  ...savedSheetScenes,
  ...libraryScenes,
  ...singleDrawScenes,
  ...substanceScenes,
  ...balanceTableScenes,
  ...organizationScenes,
  ...shellScenes,
  ...unsettledScenes,
  ...noticeScenes,
]

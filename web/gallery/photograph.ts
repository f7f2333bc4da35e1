import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takePictures } from './camera.ts'
import { FOLDER, type Part, type Shot } from './report.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './scenes.ts'
import { openStage, type DataName, type Stage } from './stage.ts'
import { useTabletFonts } from './tablet-fonts.ts'

const wanted = (process.env['GALLERY_ONLY'] ?? '').split('\n').filter(Boolean)
const isWanted = ({ screen, name }: Scene) =>
  wanted.length === 0 || wanted.some((word) => `${screen} ${name}`.toLowerCase().includes(word.toLowerCase()))
const fileName = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Takes every wanted scene with these data, on a server and in a browser of its own. */
export function photographAll(part: string, all: readonly DataName[]): void {
  let stage: Stage | undefined
  const shots: Shot[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true })
    useTabletFonts()
    stage = await openStage()
  })
  afterAll(async () => {
    await stage?.close()
    const made: Part = { shots, complaints }
    writeFileSync(join(FOLDER, `${part}.json`), JSON.stringify(made))
  })

  for (const data of all) {
    const scenes = SCENES.filter((scene) => isWanted(scene) && scene.data.includes(data))
    describe.runIf(scenes.length > 0)(data, () => {
      test.each(scenes.map((scene) => ({ title: `${scene.screen}: ${scene.name}`, scene })))(
        '$title',
        async ({ scene }) => expect(await photograph(scene, data)).toEqual([]),
      )
    })
  }

  /** Takes the pictures of a scene; returns what the page's own code threw. */
  async function photograph(scene: Scene, data: DataName): Promise<string[]> {
    if (stage === undefined) throw new Error('There is no server.')
    const { screen, name, of, open, leave, noise } = scene
    const set = of === undefined ? await stage.of(data) : await stage.tablet(of)
    const here = { ...set, data, url: stage.server.url, stage }
    try {
      await open(here)
      const file = [screen, name, data].map(fileName).join('.')
      const { pictures, faults } = await takePictures(here.page, FOLDER, file)
      shots.push({ screen, name, data, pictures, faults })
    } finally {
      await leave?.(here)
    }
    const said = set.complaints.splice(0).filter((words) => !(noise?.test(words) ?? false))
    complaints.push(...said.map((words) => `${screen}, ${name}, ${data}: ${words}`))
    return set.errors.splice(0)
  }
}

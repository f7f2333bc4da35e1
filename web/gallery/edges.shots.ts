import { photographAll } from './photograph.ts'

photographAll('edges', ['extreme', 'empty'])

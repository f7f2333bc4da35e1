import { photographAll } from './photograph.ts'

photographAll('ordinary', ['realistic', 'guest'])

import { photographAll } from './photograph.ts'

// A guest first: the realistic clinic's last scenes leave a server that takes no such tablet any more.
photographAll('ordinary', ['guest', 'realistic'])

/** The arrows between the parts. Each rule's name says why; README has the picture. */
const from = (path, pathNot) => (pathNot ? { path, pathNot } : { path })
const TESTS = '\\.(test|pg\\.test|bench|spec)\\.tsx?$'
const forbidden = (name, comment, fromRule, toRule) => ({
  name,
  comment,
  severity: 'error',
  from: fromRule,
  to: toRule,
})

/** The rooms of web/src/data, each with those that it may look into: all of them are below it. */
const DATA_ROOMS = {
  database: [],
  device: ['database'],
  view: ['database'],
  lists: ['database', 'view'],
  outbox: ['database', 'view'],
  attention: ['database', 'view', 'lists', 'outbox'],
  people: ['database', 'device', 'outbox'],
  drafts: ['database', 'outbox', 'attention'],
  restore: ['database', 'view', 'outbox', 'drafts'],
}

module.exports = {
  forbidden: [
    forbidden('no-cycles', 'A cycle has no top to read from.', {}, { circular: true }),
    forbidden(
      'protocol-stands-alone',
      'What both sides agree on depends on nothing but its three libraries.',
      from('^sync-protocol/src', `${TESTS}|^sync-protocol/src/testing/`),
      { pathNot: '^sync-protocol/src|node_modules/(zod|@noble/hashes|canonicalize)/' },
    ),
    forbidden(
      'small-zod-on-tablets',
      'The whole zod is 13 KB more for every first load; zod/mini checks the same.',
      from('^(sync-protocol|web)/src', `${TESTS}|^sync-protocol/src/testing/`),
      { path: 'node_modules/zod/(?!mini/|locales/)' },
    ),
    forbidden(
      'records-know-no-rules',
      'A record is what it is, whatever may happen to it.',
      from('^sync-protocol/src/records/', TESTS),
      {
        path: '^sync-protocol/src/(rules|merge|wire|testing)/',
      },
    ),
    forbidden(
      'rules-know-no-merge-or-wire',
      'What may happen does not depend on how it travels.',
      from('^sync-protocol/src/rules/', TESTS),
      {
        path: '^sync-protocol/src/(merge|wire|testing)/',
      },
    ),
    forbidden(
      'merge-knows-no-wire',
      'What a change does does not depend on how it travels.',
      from('^sync-protocol/src/merge/', TESTS),
      {
        path: '^sync-protocol/src/(wire|testing)/',
      },
    ),
    forbidden(
      'log-knows-no-wire',
      'What is said of a change does not depend on how it travels.',
      from('^sync-protocol/src/log/', TESTS),
      {
        path: '^sync-protocol/src/(merge|wire|testing)/',
      },
    ),
    forbidden(
      'nothing-leans-on-log',
      'What happens does not depend on what is said of it.',
      from('^sync-protocol/src/(records|rules|merge|wire)/', TESTS),
      {
        path: '^sync-protocol/src/log/',
      },
    ),
    forbidden(
      'wire-knows-no-merge-or-rules',
      'A shape carries; it does not decide.',
      from('^sync-protocol/src/wire/', TESTS),
      {
        path: '^sync-protocol/src/(merge|rules|testing)/',
      },
    ),
    forbidden(
      'testing-only-from-tests',
      'Nothing that runs for a clinic may lean on test code.',
      from(
        '^(api|web|sync-protocol)/src',
        `${TESTS}|^sync-protocol/src/testing/|/testing[a-z-]*\\.m?[jt]s$|/testing/`,
      ),
      { path: '^sync-protocol/src/testing/|^(api|web)/src/.*/testing[a-z-]*\\.ts$|/testing/' },
    ),
    forbidden(
      'independent-client-reads-the-document',
      'Whoever checks the documented calls knows them by the document alone.',
      from(
        '^api/src/documented-api/independent-client/',
        '^api/src/documented-api/independent-client/testing-server\\.ts$',
      ),
      {
        path: '^(api|web|sync-protocol)/|node_modules/(fastify|pg|zod)/',
        pathNot: '^api/src/documented-api/independent-client/',
      },
    ),
    forbidden('api-knows-no-web', 'The two sides meet only in the protocol.', from('^api/'), {
      path: '^web/',
    }),
    forbidden('web-knows-no-api', 'The two sides meet only in the protocol.', from('^web/(src|vite)'), {
      path: '^api/',
    }),
    forbidden(
      'sql-only-in-stores',
      'SQL has one kind of home, so that it can be found and reviewed.',
      from('^api/src', `^api/src/database/|-store\\.ts$|${TESTS}|/testing[a-z-]*\\.ts$`),
      { path: 'node_modules/(pg|kysely)/', dependencyTypesNot: ['type-only'] },
    ),
    forbidden(
      'api-features-know-no-app',
      'app.ts lists the features, not the other way.',
      from('^api/src/[a-z-]+/', TESTS),
      {
        path: '^api/src/(app|main)\\.ts$',
      },
    ),
    forbidden(
      'features-do-not-meet',
      'Features meet only in app.',
      from('^web/src/features/([^/]+)/', TESTS),
      {
        path: '^web/src/features/',
        pathNot: '^web/src/features/$1/',
      },
    ),
    forbidden(
      'features-know-no-app',
      'app lists the features, not the other way.',
      from('^web/src/(features|records|data|sync|ui|exports)/', TESTS),
      {
        path: '^web/src/(app/|main\\.tsx)',
      },
    ),
    forbidden(
      'features-know-no-sync',
      'A screen saves to the tablet; sending is nobody’s screen.',
      from('^web/src/(features|records|ui|exports|data)/', TESTS),
      {
        path: '^web/src/sync/',
      },
    ),
    forbidden(
      'records-know-no-feature',
      'What all lists and forms share knows none of them.',
      from('^web/src/records/', TESTS),
      {
        path: '^web/src/(features|exports)/',
      },
    ),
    forbidden(
      'dexie-only-in-data',
      'One place knows the local database.',
      from('^web/src', `^web/src/data/|${TESTS}`),
      {
        path: 'node_modules/dexie/',
      },
    ),
    forbidden(
      'no-react-in-data-and-sync',
      'They also run where no screen is.',
      from('^web/src/(data|sync)/'),
      {
        path: 'node_modules/(react|react-dom|react-router-dom|react-aria-components|dexie-react-hooks)/',
      },
    ),
    ...Object.entries(DATA_ROOMS).map(([room, below]) =>
      forbidden(
        `data-${room}-looks-down`,
        'What is stored first is known by all that is made of it, and knows none of it.',
        from(`^web/src/data/${room}/`, TESTS),
        { path: '^web/src/data/', pathNot: `^web/src/data/(${[room, ...below].join('|')})/` },
      ),
    ),
    forbidden('data-has-rooms', 'A file in the hall belongs to nothing.', from('^web/src'), {
      path: '^web/src/data/[^/]+$',
    }),
    forbidden('data-knows-no-screens', 'Data is below the screens.', from('^web/src/data/'), {
      path: '^web/src/(features|records|ui|exports)/',
    }),
    forbidden('sync-knows-no-screens', 'Sync is below the screens.', from('^web/src/sync/'), {
      path: '^web/src/(features|records|ui|exports)/',
    }),
    forbidden('ui-knows-no-records', 'Plain components serve every record.', from('^web/src/ui/', TESTS), {
      path: '^sync-protocol/|^web/src/(data|sync|features|records|exports|app)/',
    }),
    forbidden(
      'exports-know-no-data',
      'A paper is made from what it is handed.',
      from('^web/src/exports/', TESTS),
      {
        path: '^web/src/(data|sync|features|records|ui|app)/|node_modules/react/',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(api|web|sync-protocol)/(dist|dist-types)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
}

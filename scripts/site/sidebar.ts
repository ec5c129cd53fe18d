import { type Page, type SidebarGroup, toTitle } from './markdown.ts'

/** All pages of `docs/guide` by audience. */
const guides = {
  'Start here': ['start', 'install', 'compatibility'],
  'Bots: a package in your process': ['tutorial-bot', 'in-process', 'failover', 'fees'],
  'Teams: a node beside your programs': [
    'tutorial-sidecar',
    'sidecar',
    'gateway',
    'access',
    'configuration',
    'several-nodes',
    'operations',
    'alerts',
    'dashboard',
    'mcp',
    'troubleshooting',
  ],
  'Researchers: functions from a notebook': [
    'tutorial-researcher',
    'notebook',
    'tables',
    'sql',
    'columns',
    'backtest',
    'python',
    'analytics',
  ],
  'How to': [
    'chain-data',
    'prices',
    'market',
    'swaps',
    'mempool',
    'mev',
    'mev-blocks',
    'mev-reliability',
    'bundles',
    'lending',
  ],
  'Measured, and compared': [
    'accuracy',
    'performance',
    'compare-providers',
    'compare-gas',
    'compare-gateway',
    'compare-decoding',
  ],
} as const

/** A page is missing in the sidebar, or the sidebar has a missing page. */
export class UnlistedPageError extends Error {}

/**
 * Returns the groups of the sidebar.
 * @throws {UnlistedPageError} if a page of `docs/guide` is not in the sidebar, or the sidebar has a missing page
 */
export function toSidebar(pages: readonly Page[]): readonly SidebarGroup[] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const item = (path: string) => {
    const page = byPath.get(path)
    if (page === undefined) throw new UnlistedPageError(`The sidebar has ${path}, but that page does not exist.`)
    return { text: toTitle(page), link: `/${path}` }
  }
  const below = (folder: string) => [...byPath.keys()].filter((path) => path.startsWith(folder)).map(item)
  const groups = [
    ...Object.entries(guides).map(([text, names]) => ({ text, items: names.map((name) => item(`guide/${name}.md`)) })),
    {
      text: 'Reference: REST and streams',
      collapsed: true,
      items: [
        item('guide/api.md'),
        ...below('reference/rest/'),
        item('guide/streams.md'),
        item('reference/streams.md'),
      ],
    },
    {
      text: 'Reference: commands and settings',
      collapsed: true,
      items: [item('reference/configuration.md'), ...below('reference/cli/')],
    },
    { text: 'Reference: packages', collapsed: true, items: below('reference/packages/') },
    { text: 'Files of the repository', collapsed: true, items: below('files/') },
  ]
  const listed = new Set(groups.flatMap(({ items }) => items.map(({ link }) => link.slice(1))))
  const unlisted = pages.map(({ path }) => path).filter((path) => !listed.has(path) && path !== 'index.md')
  if (unlisted.length > 0) throw new UnlistedPageError(`Not in the sidebar (scripts/site/sidebar.ts): ${unlisted}`)
  return groups
}

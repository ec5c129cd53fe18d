import { type Page, type SidebarGroup, toTitle } from './markdown.ts'

const summary =
  'A TypeScript library and a local node for on-chain trading: gas, mempool, MEV, lending, liquidations, prices and chain data straight from your own RPC providers, with failover.'

/** Creates `llms.txt`: the pages by group, with links to their Markdown (https://llmstxt.org). */
export function toLlmsIndex(groups: readonly SidebarGroup[]): string {
  const sections = groups.map(
    ({ text, items }) => `## ${text}\n\n${items.map((item) => `- [${item.text}](${item.link})`).join('\n')}\n`,
  )
  return `# Outrigger\n\n> ${summary}\n\n${sections.join('\n')}`
}

/** Creates `llms-full.txt`: all pages in the order of the sidebar. */
export function toLlmsFull(groups: readonly SidebarGroup[], pages: readonly Page[]): string {
  const order = groups.flatMap(({ items }) => items.map(({ link }) => link.slice(1)))
  const texts = order.flatMap((path) => {
    const page = pages.find((one) => one.path === path)
    return page === undefined ? [] : [`<!-- ${toTitle(page)}: /${path} -->\n\n${page.text.trim()}\n`]
  })
  return texts.join('\n')
}

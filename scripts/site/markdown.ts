/** A page of the site: where it lies there, and the file of the repository it was copied from, if any. */
export type Page = {
  /** Below the root of the site, e.g. `guide/start.md`. */
  readonly path: string
  readonly text: string
  /** Below the root of the repository; links of the page are relative to it. */
  readonly source?: string
}

/** A group of the sidebar with its pages. */
export type SidebarGroup = {
  readonly text: string
  readonly collapsed?: boolean
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** A Markdown table; cells are escaped. */
export function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(titles), `|${titles.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Plain text within Markdown that VitePress reads: neither HTML nor a placeholder of Vue. Code spans stay as they are. */
export function escapeText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')
}

const escapeCell = (text: string) => escapeText(text).replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A code block. */
export function toCode(language: string, text: string): string {
  const fence = text.includes('```') ? '````' : '```'
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

/** The first heading of a page. */
export function toTitle({ path, text }: Page): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
}

/** Applies `change` to what is outside of code blocks and code spans. */
export function changeProse(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(/(^(`{3,})[^\n]*\n[\s\S]*?^\2\s*$)/m)
    .filter((part) => part === undefined || !/^`{3,}$/.test(part))
    .map((part) =>
      /^`{3,}/.test(part)
        ? part
        : part
            .split(/(`[^`\n]*`)/)
            .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
            .join(''),
    )
    .join('')
}

/** A page of the site. */
export type Page = {
  /** Path below the root of the site, e.g. `guide/start.md`. */
  readonly path: string
  readonly text: string
  /** Path of its file in the repository, if it has one. Links of the page are relative to it. */
  readonly source?: string
}

/** A group of the sidebar with its pages. */
export type SidebarGroup = {
  readonly text: string
  readonly collapsed?: boolean
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** Creates a Markdown table. Cells are escaped. */
export function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(titles), `|${titles.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Escapes HTML and Vue placeholders in Markdown for VitePress. Code spans are not changed. */
export function escapeText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')
}

const escapeCell = (text: string) => escapeText(text).replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Creates a code block. */
export function toCode(language: string, text: string): string {
  const fence = text.includes('```') ? '````' : '```'
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

/** Returns the first heading of a page. */
export function toTitle({ path, text }: Page): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
}

/** Applies `change` to text outside of code blocks and code spans. */
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

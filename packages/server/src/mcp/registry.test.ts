import { readFileSync } from 'node:fs'
import { contract, type Endpoint } from '@outrigger/api/contract'
import { expect, it } from 'vitest'
import { tools } from './registry.ts'

it('is listed in the guide: each tool with its title and first endpoint', () => {
  const guide = readFileSync(new URL('../../../../docs/guide/mcp.md', import.meta.url), 'utf8')
  const rows = tools.map(({ name, title, endpoints: [first = 'health'] }) => {
    const { method, path }: Endpoint = contract[first]
    return `| \`${name}\` | ${title} | \`${method} ${path}\` |`
  })
  expect(guide.split('\n').filter((line) => /^\| `[a-z]+_/.test(line) || /^\| `search`/.test(line))).toEqual([
    ...rows,
    expect.stringMatching(/^\| `as_of` /),
  ])
})

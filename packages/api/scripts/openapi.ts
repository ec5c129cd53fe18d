import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { toAsyncApi } from '../src/contract/asyncapi.ts'
import { toOpenApi } from '../src/contract/openapi.ts'
import { toReferencePage, toStreamsPage } from '../src/contract/reference.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const docs = new URL('../../../docs/', import.meta.url)

/** Files of the repository that are generated from the contract. A test compares them with it. */
export const documents = [
  { url: new URL('spec/openapi.json', docs), render: () => `${JSON.stringify(toOpenApi({ version }), null, 2)}\n` },
  { url: new URL('spec/asyncapi.json', docs), render: () => `${JSON.stringify(toAsyncApi({ version }), null, 2)}\n` },
  { url: new URL('guide/api.md', docs), render: toReferencePage },
  { url: new URL('guide/streams.md', docs), render: toStreamsPage },
]

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { url, render } of documents) {
    await mkdir(new URL('.', url), { recursive: true })
    await writeFile(url, render())
  }

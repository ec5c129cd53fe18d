import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { documents } from '../../scripts/openapi.ts'
import { contract } from './contract.ts'
import { toOpenApi } from './openapi.ts'

it.each(documents)('$url is what the contract says; else run packages/api/scripts/openapi.ts', async (document) => {
  expect(await readFile(document.url, 'utf8')).toBe(document.render())
})

it('describes every endpoint, with every parameter of its path', () => {
  const { paths } = toOpenApi({ version: '1.2.3' }) as {
    paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  )
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(contract).sort())
  for (const { path, parameters } of operations)
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)).toEqual(
      path.match(/\{\w+\}/g) ?? [],
    )
})

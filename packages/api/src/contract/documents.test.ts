import { readFile } from 'node:fs/promises'
import specifications from '@asyncapi/specs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { documents } from '../../scripts/openapi.ts'
import { toAsyncApi } from './asyncapi.ts'
import { contract } from './contract.ts'
import { toOpenApi } from './openapi.ts'
import { gatewayStreams, streams } from './streams.ts'

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

it('writes an AsyncAPI 3 document that holds to its specification, of every path', () => {
  const document = toAsyncApi({ version: '1.2.3' }) as {
    readonly channels: Readonly<Record<string, { readonly address: string }>>
    readonly operations: Readonly<Record<string, object>>
  }
  // The specification brings draft 7 of JSON Schema along.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false })
  addFormats.default(ajv)
  const isValid = ajv.compile(specifications.schemas['3.0.0'] as object)
  isValid(document)
  expect(isValid.errors ?? []).toEqual([])
  // The validator finds what is wrong.
  expect(isValid({ ...document, channels: { chain: { address: 7 } } })).toBe(false)
  expect(Object.values(document.channels).map(({ address }) => address)).toEqual(
    [...Object.values(streams), ...Object.values(gatewayStreams)].map(({ path }) => path),
  )
})

it('refers in the AsyncAPI document to what is there, and leaves no message out', () => {
  const document = toAsyncApi({ version: '1.2.3' }) as { readonly components: { readonly messages: object } }
  const references = new Set<string>()
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') references.add(value as string)
    return value
  })
  const resolve = (reference: string): unknown =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => Object(at)[name], document)
  for (const reference of references) expect(resolve(reference), reference).toBeDefined()
  for (const name of Object.keys(document.components.messages)) {
    expect(references).toContain(`#/components/messages/${name}`)
    // Received, sent or replied on some channel.
    expect([...references].some((each) => each.startsWith('#/channels/') && each.endsWith(`/messages/${name}`))).toBe(
      true,
    )
  }
})

import { contract, type Endpoint, errorCodes } from '@outrigger/api/contract'
import type { Cost } from '@outrigger/api/internal'
import { escapeText, type Page, toCode, toTable } from './markdown.ts'
import { listFields, type Schema, toType } from './schema.ts'

/** Creates one page per area of the REST interface from the contract. */
export function toRestPages(): readonly Page[] {
  const endpoints = Object.entries(contract) as [string, Endpoint][]
  const areas = [...new Set(endpoints.map(([, { area }]) => area))]
  return [
    ...areas.map((area) => ({
      path: `reference/rest/${area}.md`,
      text: [
        `# REST: ${area}`,
        'Paths are relative to the REST base URL, which ends in `/api`. The default is `http://127.0.0.1:8787/api`. See [errors](/reference/rest/error-codes.md) for the shapes of errors.',
        ...endpoints.filter(([, endpoint]) => endpoint.area === area).map(([id, endpoint]) => toSection(id, endpoint)),
      ].join('\n\n'),
    })),
    { path: 'reference/rest/error-codes.md', text: toErrorPage() },
  ]
}

function toSection(id: string, endpoint: Endpoint): string {
  const { method, path, summary, scopes, tier, cost, errors, deprecation } = endpoint
  const access = typeof scopes === 'string' ? scopes : scopes.map((scope) => `\`${scope}\``).join(' or ')
  const notes = [
    ...(deprecation ? [`Deprecated since ${deprecation.since}: use \`${deprecation.successor}\`.`] : []),
    ...(endpoint.state === 'gone'
      ? [`Removed. Use ${endpoint.replacements.map((one) => `\`${one}\``).join(' or ')}.`]
      : []),
    ...(endpoint.preview ? ['Off by default: returns 501 `NOT_AVAILABLE` until the configuration enables it.'] : []),
  ]
  return [
    `## \`${method} ${path}\``,
    escapeText([`${summary}.`, ...notes].join(' ')),
    toTable(
      ['Operation', 'Access', 'Compute units', 'Errors'],
      [[`\`${id}\``, `${access}${tier ? `, tier ${tier} or higher` : ''}`, toCostText(cost), errors]],
    ),
    ...toInputs(endpoint),
    ...(endpoint.state === 'served' ? toAnswer(endpoint.response as Schema, endpoint.example) : []),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function toInputs({ params, query, body }: Endpoint): readonly string[] {
  const rows = (where: string, schema: unknown) =>
    schema === undefined
      ? []
      : listFields(schema as Schema).map(({ path, schema, required }) => [
          `\`${path}\``,
          where,
          `${toType(schema)}${required ? ', required' : ''}`,
          [schema.description, ...(schema.default === undefined ? [] : [`Default: ${JSON.stringify(schema.default)}`])]
            .filter(Boolean)
            .join('. '),
        ])
  const all = [...rows('path', params), ...rows('query', query), ...rows('body', body)]
  return all.length === 0 ? [] : [toTable(['Parameter', 'In', 'Type', ''], all)]
}

function toAnswer(response: Schema, example: unknown): readonly string[] {
  const fields = listFields(response.type === 'array' && response.items ? response.items : response)
  const rows = fields.map(({ path, schema }) => [`\`${path}\``, toType(schema), schema.description ?? ''])
  return [
    'Example response:',
    toCode('json', JSON.stringify(example, null, 2)),
    toTable(['Field of the response', 'Type', ''], rows),
  ]
}

function toCostText(cost: Cost): string {
  if (typeof cost === 'number') return String(cost)
  const { base, each, per, max } = cost
  return `${base > 0 ? `${base} + ` : ''}${each} per ${per}${max ? `, at most ${max}` : ''}`
}

function toErrorPage(): string {
  const shapes = [
    ['flat', { error: 'invalid_chain', message: 'What is wrong' }],
    ['nested', { error: { code: 'INVALID_CHAIN', message: 'What is wrong', details: [] } }],
    ['envelope', { success: false, error: 'chain_not_found', message: 'What is wrong', request_id: 'req_1' }],
  ] as const
  return [
    '# Errors of the REST interface',
    'Errors of an endpoint have one of three shapes.',
    ...shapes.flatMap(([name, body]) => [`## ${name}`, toCode('json', JSON.stringify(body, null, 2))]),
    '## Codes',
    toTable(
      ['Code', 'Status', 'Meaning'],
      Object.entries(errorCodes).map(([code, { status, meaning }]) => [`\`${code}\``, String(status), meaning]),
    ),
  ].join('\n\n')
}

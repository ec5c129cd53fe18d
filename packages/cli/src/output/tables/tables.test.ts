import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  queryDuckDb,
  readWithDuckDb,
  readWithPandas,
  readWithParquetWasm,
  toDocumented,
} from '../../fixtures/tableReaders.ts'
import { column, defineRows, orNull, type Schema, type Table } from '../../rows/schema.ts'
import { openTable } from './openTable.ts'
import { toTarget } from './target.ts'

const every = defineRows({
  name: 'every_type',
  version: 3,
  description: 'A column of each type.',
  time: 'at',
  columns: {
    id: column('int32', 'Number'),
    at: orNull('timestamp', 'Time'),
    address: column('hex', 'Address'),
    text: orNull('string', 'Text'),
    wei: orNull('decimal', 'Wei'),
    block_number: orNull('int64', 'Block'),
    ratio: orNull('double', 'Ratio'),
    flag: orNull('bool', 'Flag'),
  },
})
const other = defineRows({
  name: 'other',
  version: 1,
  description: 'Other columns.',
  columns: { id: column('int32', 'Number') },
})
const day = Date.UTC(2026, 10, 30)
const rows: Parameters<typeof every.of>[0] = [
  {
    id: 1,
    at: day,
    address: '0xAbC',
    text: 'one, "two"',
    wei: 2n ** 256n - 1n,
    block_number: 2n ** 53n - 1n,
    ratio: 0.1,
    flag: true,
  },
  { id: 2, at: null, address: '0x', text: null, wei: null, block_number: null, ratio: null, flag: null },
  {
    id: -3,
    at: day - 1,
    address: '5Sig',
    text: 'NA\n\u001b[2J',
    wei: -1n,
    block_number: 0,
    ratio: -1e300,
    flag: false,
  },
]
/** What readers find: hex in lower case, decimals as text, no control characters. */
const expected = rows.map((row) => ({
  ...row,
  address: row.address.replace('AbC', 'abc'),
  text: row.text?.replace('\n\u001b', '\\u000a\\u001b') ?? null,
  wei: row.wei === null ? null : String(row.wei),
  block_number: row.block_number === null ? null : BigInt(row.block_number),
}))

const directory = mkdtempSync(join(tmpdir(), 'outrigger-tables-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

type Cells = (typeof rows)[number]
type Kind = Schema & { of(written: typeof rows): Table }
type Flags = Parameters<typeof toTarget>[0]

/** Writes rows as a command does with these options. */
function write(name: string, flags: Flags = {}, written: typeof rows = rows, kind: Kind = every): string {
  const path = name.endsWith('/') ? `${join(directory, name)}/` : join(directory, name)
  const target = toTarget({ output: path, ...flags })
  if (target === null) throw new TypeError('no target')
  using table = openTable(target, kind)
  // One by one, as a stream does.
  for (const row of written) table.write(kind.of([row]))
  table.finish(() => {})
  return path
}

describe('a file of rows', () => {
  it('is read by DuckDB and parquet-wasm with the documented types', async () => {
    const file = write('rows.parquet')
    expect(await readWithDuckDb(file)).toEqual({ types: toDocumented(every, 'duckdb'), rows: expected })
    expect(readWithParquetWasm(file)).toEqual({ types: toDocumented(every, 'arrow'), rows: expected })
    const metadata = await queryDuckDb(
      `select decode(key) as key, decode(value) as value from parquet_kv_metadata('${file}')`,
    )
    expect(metadata).toEqual([
      { key: 'outrigger.schema', value: 'every_type' },
      { key: 'outrigger.schema_version', value: '3' },
    ])
  })

  for (const format of ['csv', 'ndjson'])
    it(`is read by pandas with the documented types: ${format}`, (test) => {
      const file = write(`rows.${format}`)
      expect(readWithPandas(test, file, every)).toEqual({ types: toDocumented(every, 'pandas'), rows: expected })
    })

  it('has columns without rows', async () => {
    const file = write('empty.parquet', {}, [])
    expect(await readWithDuckDb(file)).toEqual({ types: toDocumented(every, 'duckdb'), rows: [] })
    expect(readWithParquetWasm(file)).toEqual({ types: toDocumented(every, 'arrow'), rows: [] })
    expect(readFileSync(write('empty.csv', {}, []), 'utf8')).toBe(`${Object.keys(every.columns).join()}\n`)
    expect(readFileSync(write('empty.ndjson', {}, []), 'utf8')).toBe('')
  })

  it('is not replaced by accident', () => {
    const file = write('kept.csv')
    expect(() => write('kept.csv')).toThrow('--force to replace it, or --append')
    expect(() => write('rows.parquet')).toThrow('rows.parquet exists. Use --force to replace it.')
    const before = readFileSync(file, 'utf8')
    expect(readFileSync(write('kept.csv', { force: true }), 'utf8')).toBe(before)
  })
})

describe('--append', () => {
  it('adds to a file with the same columns only', () => {
    for (const format of ['csv', 'ndjson']) {
      const once = readFileSync(write(`once.${format}`), 'utf8').split('\n')
      write(`grown.${format}`, { append: true })
      const file = write(`grown.${format}`, { append: true })
      const body = format === 'csv' ? once.slice(1) : once
      expect(readFileSync(file, 'utf8').split('\n')).toEqual([...once.slice(0, -1), ...body])
      expect(() => write(`grown.${format}`, { append: true }, [], other)).toThrow(
        'has other columns, so nothing was added',
      )
      writeFileSync(file, readFileSync(file).subarray(0, -2))
      expect(() => write(`grown.${format}`, { append: true })).toThrow('ends in the middle of a line')
    }
    expect(() => write('grown.parquet', { append: true })).toThrow('-o rows/ --append')
  })

  it('adds files to a directory with a folder per day', async () => {
    const place = write('days/', { append: true })
    write('days/', { append: true })
    const folders = readdirSync(place).sort()
    const today = new Date().toISOString().slice(0, 10)
    expect(folders).toEqual(
      ['date=2026-11-29', 'date=2026-11-30', `date=${today}`]
        .filter((one, index, all) => all.indexOf(one) === index)
        .sort(),
    )
    expect(
      await queryDuckDb(
        `select id, count(*)::int as files from read_parquet('${place}**/*.parquet') group by id order by id`,
      ),
    ).toEqual([-3, 1, 2].map((id) => ({ id, files: 2 })))
    expect(
      await queryDuckDb(`select id from read_parquet('${place}**/*.parquet') where date = '2026-11-29' group by id`),
    ).toEqual([{ id: -3 }])
    expect(() => write('days/', { append: true }, rows.slice(0, 1), other)).toThrow('so nothing was added')
    expect(() => write('days/')).toThrow('Add --append')
  })

  it('keeps at most eight days open, and writes all of them', async () => {
    const many = Array.from({ length: 60 }, (_, id) => ({
      ...(rows[1] as Cells),
      id,
      at: day + (id % 12) * 86_400_000,
    }))
    const place = write('many/', { append: true }, many)
    const read = await queryDuckDb(
      `select count(distinct id)::int as ids, count(distinct date)::int as days from read_parquet('${place}**/*.parquet')`,
    )
    expect(read).toEqual([{ ids: 60, days: 12 }])
  })
})

describe('options', () => {
  it('say what is wrong before anything runs', () => {
    const check = (flags: Flags) => () => toTarget(flags)
    expect(toTarget({})).toBeNull()
    expect(check({ append: true })).toThrow('need -o')
    expect(check({ output: 'x.csv', append: true, force: true })).toThrow('either --append or --force')
    expect(check({ output: '-' })).toThrow('--format csv')
    expect(check({ format: 'parquet' })).toThrow('-o rows.parquet')
    expect(check({ format: 'xlsx' })).toThrow('--format takes parquet, csv, ndjson.')
    expect(check({ output: 'x.xlsx' })).toThrow('ends in .parquet, .csv, .ndjson')
    expect(check({ output: join(directory, 'missing', 'x.csv') })).toThrow('is missing or read-only')
    expect(toTarget({ output: 'x.data', format: 'csv' })).toMatchObject({ kind: 'file', format: 'csv' })
  })
})

describe('a Parquet file that is being written', () => {
  const many = 25_000
  it('is valid up to its last row group at any time', async () => {
    const path = join(directory, 'open.parquet')
    const target = toTarget({ output: path })
    if (target === null) throw new TypeError('no target')
    using table = openTable(target, every)
    for (let id = 0; id < many; id += 1) table.write(every.of([{ ...(rows[0] as Cells), id }]))
    const before = await queryDuckDb(`select count(*)::int as rows, max(id) as last from read_parquet('${path}.part')`)
    expect(before).toEqual([{ rows: 20_000, last: 19_999 }])
    expect(() => write('open.parquet')).toThrow('open.parquet.part exists. Another process is writing it')
    table.finish(() => {})
    expect(await queryDuckDb(`select count(*)::int as rows, max(id) as last from '${path}'`)).toEqual([
      { rows: many, last: many - 1 },
    ])
    expect(readdirSync(directory).filter((name) => name.startsWith('open'))).toEqual(['open.parquet'])
  })
})

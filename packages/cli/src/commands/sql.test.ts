import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { sleep } from '@outrigger/core'
import { readRecording } from '@outrigger/devnet/recorded'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDirectory, runCli, startCli, toCliEnvironment } from '../fixtures/cliProcess.ts'
import { type CommandLines, startCommandLines } from '../fixtures/runCommandLines.ts'
import { readWithDuckDb } from '../fixtures/tableReaders.ts'

type Json = Readonly<Record<string, unknown>>

const directory = createDirectory()
const files = Object.fromEntries(
  ['parquet', 'csv', 'ndjson'].map((format) => [format, join(directory, `findings.${format}`)]),
)
let lines: CommandLines
const sql = (...args: readonly string[]) => lines.run(['sql', ...args])

async function query(...args: readonly string[]): Promise<readonly Json[]> {
  const { code, stdout, stderr } = await sql(...args, '--json')
  expect(code, stderr).toBe(0)
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Json)
}

beforeAll(async () => {
  lines = startCommandLines()
  const blocks = join(directory, 'blocks.ndjson')
  writeFileSync(blocks, readRecording('mev-inspect-py/blocks.ndjson.gz'))
  for (const file of [...Object.values(files), `${directory}/days/`]) {
    const more = file.endsWith('/') ? ['--append'] : []
    expect(await lines.run(['mev', 'inspect', 'ethereum', blocks, '-o', file, ...more])).toMatchObject({ code: 0 })
  }
}, 120_000)
afterAll(() => lines?.[Symbol.dispose]())

describe('the rows of a query', () => {
  it('are a table with numbers to the right and the names of the columns as they are', async () => {
    const { code, stdout, stderr } = await sql("select * from (values (1, 'a'), (10, null)) as t(n, maxFee)")
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: ' n  maxFee\n 1  a\n10  NULL\n', stderr: '2 rows\n' })
  })

  it('are one below the other if they are wider than a line', async () => {
    const { stdout } = await sql('select * from findings limit 1', files['parquet'] ?? '')
    expect(stdout).toMatch(/^row 1\n {2}chain +ethereum\n {2}block_number +\d+\n/)
    expect(stdout).toMatch(/\n {2}profit_usd +NULL\n/)
  })

  it('shorten hashes before that, and are printed if there are none', async () => {
    const wide = await sql(`select '0x${'ab'.repeat(32)}' as hash, repeat('x', 40) as x`)
    expect(wide.stdout.split('\n')[1]).toMatch(/^0xabab\S*…\S*abab {2}x{40}$/)
    expect(await sql('select 1 as a where false')).toMatchObject({ code: 0, stdout: 'a\n', stderr: '0 rows\n' })
  })

  it('have exact values of every type in --json', async () => {
    const values = {
      small: ['1::utinyint', 1],
      big: ['9007199254740991::bigint', 9007199254740991],
      bigger: ['9007199254740993::bigint', '9007199254740993'],
      sum: ['sum(range) from range(4)', '6'],
      wei: ["'115792089237316195423570985008687907853'::uhugeint", '115792089237316195423570985008687907853'],
      price: ['1.50::decimal(10, 2)', '1.50'],
      ratio: ['0.1::double', 0.1],
      none: ["'nan'::double", null],
      flag: ['true', true],
      day: ["date '2026-11-30'", '2026-11-30'],
      utc: ["timestamptz '2026-11-30 12:00:00+02'", '2026-11-30T10:00:00.000Z'],
      nano: ["timestamp_ns '2026-11-30 10:00:00.123456789'", '2026-11-30T10:00:00.123Z'],
      seconds: ["timestamp_s '2026-11-30 10:00:00'", '2026-11-30T10:00:00.000Z'],
      never: ["timestamp 'infinity'", null],
      list: ['[1, 2]', [1, 2]],
      struct: ["{'a': 1, 'b': 2::hugeint}", { a: 1, b: '2' }],
      bytes: ["unhex('02F8')", '0x02f8'],
      word: ["'a'::enum('a', 'b')", 'a'],
      nothing: ['null', null],
    } as const
    for (const [name, [value, expected]] of Object.entries(values)) {
      const [what, from = ''] = value.split(/ (?=from )/)
      expect(await query(`select ${what} as ${name} ${from}`)).toEqual([{ [name]: expected }])
    }
  })

  it('are those of the last statement', async () => {
    expect(
      await query('create macro twice(n) as 2 * n; select twice(range) as n from range(2); select twice(4) as n'),
    ).toEqual([{ n: 8 }])
  })

  it('keep columns of the same name, and of no name', async () => {
    expect(await query('select 1 as a, 2 as a, 3')).toEqual([{ a: 1, 'a:1': 2, '3': 3 }])
  })

  it('never write control characters to a terminal', async () => {
    const file = join(directory, 'hostile.csv')
    writeFileSync(file, `symbol,"na\u001b[2Jme"\n"\u001b]52;c;eA==\u0007\u001b[31mUSD\u202eC","two\nlines"\n`)
    for (const more of [[], ['--json'], ['--format', 'csv'], ['--format', 'ndjson']]) {
      const { code, stdout } = await sql('from hostile', file, ...more)
      expect([code, stdout]).toEqual([0, expect.stringContaining('\\u001b]52')])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/)
    }
  })
})

describe('files', () => {
  it('have the documented types in every format', async () => {
    const [types, rows]: [unknown[], (readonly Json[])[]] = [[], []]
    for (const file of Object.values(files)) {
      types.push(await readTypes(file))
      rows.push(await query('from findings order by all', file))
    }
    expect(types[0]).toMatchObject({ profit_wei: 'VARCHAR', block_time: 'TIMESTAMP WITH TIME ZONE' })
    expect(types[1]).toEqual(types[0])
    expect(types[2]).toEqual(types[0])
    expect(rows[0]?.length).toBeGreaterThan(0)
    expect(rows[1]).toEqual(rows[0])
    expect(rows[2]).toEqual(rows[0])
  })
  const readTypes = async (file: string) =>
    Object.fromEntries((await query('describe findings', file)).map((row) => [row['column_name'], row['column_type']]))

  it('sum wei exactly', async () => {
    const [row] = await query(
      'select sum(profit_wei::hugeint) as wei from findings where token_index = 0',
      files['csv'] ?? '',
    )
    const rows = readFileSync(files['ndjson'] ?? '', 'utf8')
      .trim()
      .split('\n')
    const wei = rows
      .map((line) => JSON.parse(line) as { token_index: number; profit_wei: string | null })
      .filter((one) => one.token_index === 0)
      .reduce((sum, one) => sum + BigInt(one.profit_wei ?? 0), 0n)
    expect(row).toEqual({ wei: String(wei) })
    expect(wei).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  })

  it('of a directory are one table, with the day of each row', async () => {
    const text = 'select count(*) as n, count(distinct date) as days, typeof(any_value(date)) as type from days'
    const [all] = await query('select count(*) as n from findings', files['parquet'] ?? '')
    const days = readdirSync(`${directory}/days`).length
    expect(await query(text, `${directory}/days`)).toEqual([{ ...all, days, type: 'DATE' }])
  })

  it('may have any name, and be named in the query', async () => {
    const file = join(directory, `it's [1] "x" ; drop.csv`)
    writeFileSync(file, 'a,b\n1,2\n')
    expect(await query(`from "it's [1] ""x"" ; drop"`, file)).toEqual([{ a: 1, b: 2 }])
    expect(await query('from pair', `pair=${file}`)).toEqual([{ a: 1, b: 2 }])
    expect(await query(`select count(*) > 0 as any from '${files['parquet']}'`)).toEqual([{ any: true }])
    expect(await query(`select count(*) > 0 as any from '${directory}/days/*/*.parquet'`)).toEqual([{ any: true }])
  })

  it('hide a table of the history that has their name', async () => {
    const { stdout } = await sql('.tables', files['parquet'] ?? '')
    expect(stdout).toMatch(/^findings +MEV in mined blocks/m)
    expect(stdout).not.toContain('became of MEV')
    expect(stdout).toMatch(/^fees +Fees of past blocks +node$/m)
  })

  it('have their columns described', async () => {
    const { stdout } = await sql('.schema', 'findings', files['csv'] ?? '')
    expect(stdout).toMatch(/^findings\nchain +VARCHAR +Chain\n/)
    expect(stdout).toMatch(/\nblock_time +TIMESTAMPTZ/)
    expect(stdout).not.toContain('key_id')
    expect(await query('.schema "usage"')).toContainEqual(
      expect.objectContaining({ column_name: 'key_id', table_name: 'usage' }),
    )
  })
})

describe('written results', () => {
  it('have the types of the query', async () => {
    const text =
      "select 1 as i, sum(range) as wei, 0.5::double as d, timestamptz '2026-11-30' as t, [1] as l from range(3)"
    for (const format of ['parquet', 'csv', 'ndjson'])
      expect(await sql(text, '-o', join(directory, `result.${format}`))).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringMatching(/^1 row in /),
      })
    const { types, rows } = await readWithDuckDb(join(directory, 'result.parquet'))
    expect(types).toEqual({ i: 'INTEGER', wei: 'VARCHAR', d: 'DOUBLE', t: 'TIMESTAMP WITH TIME ZONE', l: 'VARCHAR' })
    expect(rows).toEqual([{ i: 1, wei: '3', d: 0.5, t: Date.parse('2026-11-30'), l: '[1]' }])
    expect(readFileSync(join(directory, 'result.csv'), 'utf8')).toBe(
      'i,wei,d,t,l\n1,3,0.5,2026-11-30T00:00:00.000Z,[1]\n',
    )
    expect(readFileSync(join(directory, 'result.ndjson'), 'utf8')).toBe(
      '{"i":1,"wei":"3","d":0.5,"t":"2026-11-30T00:00:00.000Z","l":"[1]"}\n',
    )
  })

  it('are an empty file without rows, and grow with --append', async () => {
    const file = join(directory, 'grown.csv')
    await sql('select 1 as a where false', '-o', file)
    expect(readFileSync(file, 'utf8')).toBe('a\n')
    await sql('select 1 as a', '-o', file, '--append')
    expect(await sql('select 1 as b', '-o', file, '--append')).toMatchObject({ code: 2 })
    expect(readFileSync(file, 'utf8')).toBe('a\n1\n')
  })

  it('of COPY are files of DuckDB', async () => {
    const file = join(directory, 'copied.parquet')
    expect(await sql(`copy (select 1 as a) to '${file}'`)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '1 row written\n',
    })
    expect(await query(`from '${file}'`)).toEqual([{ a: 1 }])
  })
})

describe('a query that fails', () => {
  const missing = '/nowhere/at all.parquet'
  it.each([
    ['selec 1', [], 2, /^outrigger: Parser Error: syntax error at or near "selec"\nLINE 1: selec 1\n {8}\^\n$/],
    ['select a from range(3)', [], 2, /Binder Error: Referenced column "a".*\.schema FILE/s],
    ['from nothing', [], 2, /Table with name nothing does not exist!\n(?!Did you mean).*`outrigger sql \.tables`/s],
    [
      "from 'https://127.0.0.1:1/x.parquet'",
      [],
      2,
      /requires the extension httpfs.*\nOutrigger loads no extension from the/,
    ],
    ["attach 'x.db' (type sqlite)", [], 1, /Extension ".*" not found.\nOutrigger loads no extension/],
    ["select 'x'::int", [], 1, /Conversion Error: Could not convert string 'x' to INT32/],
    [`from '${missing}'`, [], 1, /IO Error: No files found/],
    ['', [], 2, /The query is empty/],
    [';', [], 2, /The query has no statement/],
    ['/* nothing */', [], 2, /The query has no statement/],
    ['.help', [], 2, /There is no \.help\. Use \.tables or \.schema/],
    ['.schema nothing', [], 2, /There is no table nothing/],
    ['select 1', [missing], 2, /\/nowhere\/at all\.parquet does not exist\. Put the query in quotes/],
    ['select 1', ['package.txt'], 2, /package\.txt does not exist/],
    ['select 1', ['--format', 'xml'], 2, /--format takes parquet, csv, ndjson/],
    ['set threads = 1', ['--format', 'csv'], 2, /The last statement returns no rows/],
  ])('says what is wrong: %s', async (text, more, code, message) => {
    const failed = await sql(text, ...more)
    expect([failed.code, failed.stderr]).toEqual([code, expect.stringMatching(message)])
  })

  it('says that two files have one name, or no rows', async () => {
    const other = join(createDirectory(), 'findings.csv')
    copyFileSync(files['csv'] ?? '', other)
    const both = await sql('select 1', files['parquet'] ?? '', other)
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining(`such as other=${other}`) })
    expect(
      await query(
        'select count(*) = 2 * (select count(*) from b) as twice from (from findings union all from b)',
        files['parquet'] ?? '',
        `b=${other}`,
      ),
    ).toEqual([{ twice: true }])
    expect(await sql('select 1', createDirectory())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no Parquet, CSV'),
    })
    expect(await sql('select 1', directory)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('have different formats'),
    })
  })
})

it('reads the query from stdin', async () => {
  const child = spawn(process.execPath, [inject('command'), 'sql', '-', files['csv'] ?? ''], {
    env: toCliEnvironment(),
  })
  child.stdin.end('-- a comment\nselect count(*) > 0 as any from findings;\n')
  const [stdout] = await Promise.all([readText(child.stdout), once(child, 'close')])
  expect(stdout).toBe('any\ntrue\n')
})

it('uses temporary files beyond its memory, removes them, and loads nothing from the network', async () => {
  const home = createDirectory()
  const settings = ['autoinstall_known_extensions', 'autoload_known_extensions', 'memory_limit']
  const text = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join()}`
  const said = await runCli(['sql', text, '--json'], { env: { HOME: home, TMPDIR: home } })
  expect(JSON.parse(said.stdout)).toEqual({
    autoinstall_known_extensions: false,
    autoload_known_extensions: false,
    memory_limit: '953.6 MiB',
  })
  const large =
    "set memory_limit = '150MB'; select count(*) as n from (select md5(range::varchar) as m from range(3000000) order by m)"
  const sorted = await runCli(['sql', large, '--json'], { env: { HOME: home, TMPDIR: home } })
  expect(sorted).toMatchObject({ code: 0, stdout: '{"n":3000000}\n' })
  expect(readdirSync(home)).toEqual([])
})

it('ends a running query at once when it is interrupted', async () => {
  await using command = startCli(['sql', 'select count(*) from range(1000000000000) as a where hash(range) = 1'])
  await sleep(3000)
  const start = performance.now()
  command.child.kill('SIGINT')
  expect(await command.ended).toMatchObject({ code: 130, stdout: '', stderr: '' })
  expect(performance.now() - start).toBeLessThan(3000)
})

it('says how to install DuckDB if it is missing', async () => {
  // Nothing is installed in the folders above this copy of the command.
  const elsewhere = createDirectory()
  const folder = join(elsewhere, 'run')
  mkdirSync(folder)
  const built = dirname(inject('command'))
  for (const name of readdirSync(built).filter((one) => one.endsWith('.js')))
    cpSync(join(built, name), join(folder, name))
  copyFileSync(join(built, '..', 'package.json'), join(elsewhere, 'package.json'))
  expect(existsSync(join(elsewhere, 'node_modules'))).toBe(false)
  const { code, stderr } = await runCli(['sql', 'select 1'], { command: [join(folder, 'outrigger.js')] })
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('npm i @duckdb/node-api') })
})

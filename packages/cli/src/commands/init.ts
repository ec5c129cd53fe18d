import { existsSync, writeFileSync } from 'node:fs'
import { configDefaults } from '@outrigger/server/internal'
import { computeDataDir } from '../config/dataDir.ts'
import { toPort } from '../config/flags.ts'
import { flattenConfig, toConfig, toSettings } from '../config/settings.ts'
import { NoAnswerError } from '../doctor/question.ts'
import { UsageError } from '../exitCodes.ts'
import { type CheckedEndpoint, checkEndpoint } from '../init/checkEndpoint.ts'
import { type InitAnswers, toConfigText } from '../init/configText.ts'
import { parseEndpoints, toVariable } from '../init/endpointText.ts'
import { type Asking, createAsking } from '../init/question.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import type { Output } from '../output/output.ts'
import { wrap } from '../output/text.ts'
import { type AddCommand, collect } from './command.ts'

type Flags = {
  readonly rpc?: readonly string[]
  readonly dataDir?: string
  readonly port?: string
  readonly yes?: boolean
  readonly force?: boolean
}

/** `outrigger init`: asks three questions and writes a configuration file for every command in this folder. */
export const addInit: AddCommand = (program, cli) => {
  program
    .command('init')
    .description('ask three questions and write a configuration file')
    .option(
      '--rpc <chain=url,…>',
      'answer question 1: RPC endpoints; the chain of an endpoint is detected if it is not given',
      collect,
    )
    .option('--data-dir <dir>', 'answer question 2: directory for keys, books and indexes')
    .option('--port <port>', 'answer question 3: port of REST and streams; the gateway gets the next port')
    .option('--yes', 'ask nothing and use defaults')
    .option('--force', 'overwrite a configuration file')
    .action((flags: Flags) =>
      cli.run(async (output) => {
        const canAsk = process.stdin.isTTY && process.stderr.isTTY && flags.yes !== true
        const asking = canAsk ? createAsking() : null
        try {
          await init(flags, output, asking)
        } finally {
          asking?.close()
        }
      }),
    )
}

async function init(flags: Flags, output: Output, asking: Asking | null): Promise<void> {
  const answers = await getAnswers(flags, output, asking)
  const { chains, dataDir, port } = answers
  const { name, text } = toConfigText(answers)
  checkConfig(answers)
  await refuseExisting(name, flags, asking)
  // Addresses may contain keys, so only this user may read the file.
  writeFileSync(name, text, { mode: 0o600 })
  output.data({ file: name, chains: Object.keys(chains), data_dir: dataDir, port }, () =>
    [
      `Wrote ${name}. docs/guide/configuration.md lists more settings.`,
      '`outrigger doctor` checks the endpoints, `outrigger up` starts the node.',
    ].flatMap((line) => wrap(line, getLineWidth())),
  )
}

async function getAnswers(flags: Flags, output: Output, asking: Asking | null): Promise<InitAnswers> {
  const chains: Record<string, string[]> = {}
  for (const { chain, text } of await getEndpoints(flags, output, asking))
    chains[chain] = [...(chains[chain] ?? []), text]
  const ask = async (question: string, fallback: string) => (await asking?.ask(question, fallback)) ?? fallback
  const dataDir = flags.dataDir ?? (await ask('Where should keys, books and indexes be stored?', computeDataDir()))
  const port = flags.port ?? (await ask('Which port for REST and streams?', String(configDefaults['port'])))
  return { chains, dataDir, port: toPort('--port', port) }
}

/** Repeats the question at a terminal if the answer is invalid. */
async function getEndpoints(flags: Flags, output: Output, asking: Asking | null): Promise<readonly CheckedEndpoint[]> {
  const given = flags.rpc ?? (await askEndpoints(asking))
  try {
    const checked = await Promise.all(given.flatMap(parseEndpoints).map((one) => checkEndpoint(one)))
    for (const { note } of checked) output.note(note)
    return checked
  } catch (error) {
    const failure = error instanceof NoAnswerError ? new UsageError(`${error.message}. ${error.advice}`) : error
    if (asking === null || !(failure instanceof UsageError)) throw failure
    output.note(failure.message)
    const { rpc: _, ...others } = flags
    return getEndpoints(others, output, asking)
  }
}

/** @throws {UsageError} there is no terminal */
async function askEndpoints(asking: Asking | null): Promise<readonly string[]> {
  if (asking === null)
    throw new UsageError('There is no terminal for the questions. Set your endpoints with --rpc <url>.')
  return [await asking.ask('RPC addresses of your chains, separated by commas, the primary of each first?')]
}

/** Validates like the loader, with an address in place of each variable. @throws {InvalidConfigError} */
function checkConfig({ chains, ...rest }: InitAnswers): void {
  const toUrl = (text: string) => (toVariable(text) === null ? text : 'http://127.0.0.1')
  const config = Object.entries(chains).map(([name, texts]) => [name, { endpoints: texts.map(toUrl) }])
  toConfig(toSettings(flattenConfig({ ...rest, chains: Object.fromEntries(config) }, 'init')))
}

/** @throws {UsageError} */
async function refuseExisting(name: string, flags: Flags, asking: Asking | null): Promise<void> {
  const [first, second] = ['outrigger.config.json', 'outrigger.config.mjs'] as const
  const other = name === first ? second : first
  if (existsSync(other))
    throw new UsageError(`${other} exists already. Move it away first, because only one of the two is read.`)
  if (!existsSync(name) || flags.force) return
  const answer = asking === null ? 'no' : await asking.ask(`${name} exists already. Overwrite it?`, 'no')
  if (!/^y(?:es)?$/i.test(answer)) throw new UsageError(`${name} exists already. Use --force to overwrite it.`)
}

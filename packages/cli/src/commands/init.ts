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
import { type AddCommand, addSubcommand, collect, type GlobalFlags } from './command.ts'

type Flags = GlobalFlags & {
  readonly rpc?: readonly string[]
  readonly dataDir?: string
  readonly port?: string
  readonly yes?: boolean
  readonly force?: boolean
}

/** `outrigger init`: three questions, then a configuration file that every command here reads. */
export const addInit: AddCommand = (program, cli) => {
  addSubcommand(program, 'init', 'write a configuration file, after three questions')
    .option(
      '--rpc <chain=url,…>',
      'answers the first: RPC endpoints; their chain is asked where none is named',
      collect,
    )
    .option('--data-dir <dir>', 'answers the second: where keys and books are kept')
    .option('--port <port>', 'answers the third: of REST and streams; the gateway takes the next one')
    .option('--yes', 'ask nothing; what no flag says has its default')
    .option('--force', 'overwrite a configuration file')
    .action((flags: Flags) =>
      cli.run(flags, async (output) => {
        const isAsked = process.stdin.isTTY && process.stderr.isTTY && flags.yes !== true
        const asking = isAsked ? createAsking() : null
        try {
          await init(flags, output, asking)
        } finally {
          asking?.close()
        }
      }),
    )
}

async function init(flags: Flags, output: Output, asking: Asking | null): Promise<void> {
  const endpoints = await getEndpoints(flags, output, asking)
  const chains: Record<string, string[]> = {}
  for (const { chain, text } of endpoints) chains[chain] = [...(chains[chain] ?? []), text]
  const ask = async (question: string, fallback: string) => (await asking?.ask(question, fallback)) ?? fallback
  const dataDir = flags.dataDir ?? (await ask('Where are keys and books kept?', computeDataDir()))
  const port = flags.port ?? (await ask('At which port do REST and streams listen?', String(configDefaults['port'])))
  const { name, text } = toConfigText({ chains, dataDir, port: toPort('--port', port) })
  checkConfig({ chains, dataDir, port: toPort('--port', port) })
  await refuseExisting(name, flags, asking)
  // Addresses may hold keys: for this user only.
  writeFileSync(name, text, { mode: 0o600 })
  output.data({ file: name, chains: Object.keys(chains), data_dir: dataDir, port: Number(port) }, () =>
    [
      `Wrote ${name}. What can be set beside is in docs/guide/configuration.md.`,
      'outrigger doctor examines the endpoints, outrigger up starts the node.',
    ].flatMap((line) => wrap(line, getLineWidth())),
  )
}

/** A mistake at the terminal is asked for again; elsewhere it is the end. */
async function getEndpoints(flags: Flags, output: Output, asking: Asking | null): Promise<readonly CheckedEndpoint[]> {
  if (flags.rpc === undefined && asking === null)
    throw new UsageError('There is no terminal to ask on: name your endpoints with --rpc <url>.')
  for (let given = flags.rpc; ; given = undefined) {
    const question = 'RPC addresses of your chains, with commas between, the primary of each first?'
    const values = given ?? [(await asking?.ask(question)) ?? '']
    try {
      const checked = await Promise.all(values.flatMap(parseEndpoints).map((one) => checkEndpoint(one)))
      for (const { note } of checked) output.note(note)
      return checked
    } catch (error) {
      const failure = error instanceof NoAnswerError ? new UsageError(`${error.message}. ${error.advice}`) : error
      if (asking === null || !(failure instanceof UsageError)) throw failure
      output.note(failure.message)
    }
  }
}

/** As the loader will. A variable stands for an address here. @throws {InvalidConfigError} */
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
    throw new UsageError(`There is ${other} here already. Move it away first: only one of both is read.`)
  if (!existsSync(name) || flags.force) return
  const answer = asking === null ? 'no' : await asking.ask(`There is ${name} here already. Overwrite it?`, 'no')
  if (!/^y(?:es)?$/i.test(answer))
    throw new UsageError(`There is ${name} here already, and it stays. --force overwrites it.`)
}

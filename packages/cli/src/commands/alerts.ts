import { getSigningSecret, rotateSigningSecret } from '@outrigger/alerts'
import { createClient, type OutriggerClient } from '@outrigger/api'
import { alertTypes, type Response } from '@outrigger/api/contract'
import { systemClock } from '@outrigger/core/internal'
import { openStore } from '@outrigger/server'
import type { Command } from 'commander'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type Cli, type GlobalFlags, withDataDir } from './command.ts'

type Flags = GlobalFlags & { readonly node?: string }
type Alert = Response<'alertsCreate'>
type Values = Readonly<Record<string, string | undefined>>
type Work = (client: OutriggerClient, output: Output) => Promise<void>

/** `outrigger alerts …`: alerts of a running node. */
export const addAlerts: AddCommand = (program, cli) => {
  const alerts = program
    .command('alerts')
    .description('alerts of a running node, and their signing secret')
    .helpCommand(false)
  addRules(alerts, cli)
  addStates(alerts, cli)
  addSecret(alerts, cli)
}

function addAsking(alerts: Command, usage: string, description: string): Command {
  return addSubcommand(alerts, usage, description).option(
    '--node <url>',
    'the node (default: OUTRIGGER_NODE, else http://127.0.0.1:8787; with the key in OUTRIGGER_API_KEY)',
  )
}

function addRules(alerts: Command, cli: Cli): void {
  addAsking(alerts, 'create', 'watch a figure')
    .requiredOption('--name <name>', 'to tell it from the others')
    .requiredOption('--type <type>', alertTypes.join(', '))
    .requiredOption('--threshold <number>', 'where it notifies')
    .option('--below', 'when the figure falls below the threshold (default: rises above it)')
    .option('--metric <name>', 'which figure of its type (default: the main one)')
    .option('--chain <name or id>', 'for gas and prices (default: ethereum)')
    .option('--symbol <symbol>', 'for prices (default: the native currency)')
    .option('--webhook <url>', 'where it is sent, signed')
    .option('--email <address>', 'the address that gets mail')
    .option('--rearm <percent>', 'how far the figure must come back to notify again (default: 1)')
    .option('--cooldown <seconds>', 'least time between two notifications (default: 0)')
    .action((flags: Flags & Values) =>
      ask(cli, flags, async ({ wire }, output) => {
        const alert = await wire.alertsCreate(toBody(flags))
        output.data(alert, () => [alert.id])
      }),
    )
  addAsking(alerts, 'list', 'list the alerts')
    .option('--resolved', 'those that are resolved')
    .action((flags: Flags & { readonly resolved?: boolean }) =>
      ask(cli, flags, async ({ wire }, output) => {
        const list = await wire.alertsList({ limit: 200, ...(flags.resolved && { resolved: true }) })
        if (output.json) for (const alert of list) output.data(alert, () => [])
        else if (list.length === 0) output.note('No alerts. `outrigger alerts create` makes one.')
        else output.data(list, () => toLines(list))
      }),
    )
  addAsking(alerts, 'show <id>', 'one alert with its history and deliveries').action((alert_id: string, flags: Flags) =>
    ask(cli, flags, async ({ wire }, output) => {
      const alert = await wire.alertsGet({ alert_id })
      output.data(alert, () => [
        ...toLines([alert]),
        ...alert.history.map(({ at, event, value, text }) =>
          [at, event, value, text].filter((part) => part !== undefined).join('  '),
        ),
        ...alert.deliveries.map(
          (one) => `${one.webhook_id}  ${one.channel}  ${one.state}  ${one.attempts} attempts  ${one.last_error ?? ''}`,
        ),
      ])
    }),
  )
}

function addStates(alerts: Command, cli: Cli): void {
  const add = (
    usage: string,
    description: string,
    run: (client: OutriggerClient, id: string) => Promise<readonly [object, string]>,
  ) =>
    addAsking(alerts, usage, description).action((id: string, flags: Flags) =>
      ask(cli, flags, async (client, output) => {
        const [answer, line] = await run(client, id)
        output.data(answer, () => [line])
      }),
    )
  add('test <id>', 'send a test to its receivers, now', async ({ wire }, alert_id) => {
    const answer = await wire.alertsTest({ alert_id })
    const said = answer.results.map(({ channel, error }) => `${channel}: ${error ?? 'arrived'}`)
    return [answer, said.join('; ') || 'The alert has no receiver.']
  })
  add(
    'ack <id>',
    'acknowledge it: nothing more is sent until its condition has stopped holding',
    async ({ wire }, alert_id) => {
      const answer = await wire.alertsAcknowledge({ alert_id })
      return [answer, answer.acknowledged ? `Acknowledged ${alert_id}.` : `${alert_id} is not active.`]
    },
  )
  add('resolve <id>', 'close it', async ({ wire }, alert_id) => [
    await wire.alertsResolve({ alert_id }),
    `Resolved ${alert_id}.`,
  ])
  add('delete <id>', 'remove it', async ({ wire }, alert_id) => [
    await wire.alertsDelete({ alert_id }),
    `Deleted ${alert_id}.`,
  ])
  add('replay <id>', 'send anew what was given up', async ({ wire }, alert_id) => {
    const answer = await wire.alertsReplay({ alert_id })
    const { webhook_open } = await wire.alertsGet({ alert_id })
    const gone = ` Its address answered 410 (gone) and is asked no more. PATCH /v1/alerts/${alert_id} with a new webhook_url, then replay.`
    return [answer, `${answer.replayed} sent anew.${webhook_open === false ? gone : ''}`]
  })
}

function addSecret(alerts: Command, cli: Cli): void {
  withDataDir(addSubcommand(alerts, 'secret', 'show the secret that signs webhooks'))
    .option('--rotate', 'replace it; both sign for a day')
    .option('--node <url>', 'of the key in OUTRIGGER_API_KEY, from this node (default: the operator, from the store)')
    .action((flags: SecretFlags) =>
      cli.run(flags, async (output) => {
        const { secret, previous_until } = await (flags.node === undefined ? readSecret(flags) : askSecret(flags))
        output.data({ secret, previous_until }, () => [secret])
        for (const until of previous_until) output.note(`A secret before it signs too until ${until}.`)
      }),
    )
}

type SecretFlags = ConfigFlags & Flags & { readonly rotate?: boolean }

async function readSecret(flags: SecretFlags): Promise<{ secret: string; previous_until: string[] }> {
  await using store = await openStore(toConfig(await loadSettings(flags)))
  const { secret, previous } = await (flags.rotate ? rotateSigningSecret : getSigningSecret)(store, systemClock)
  return { secret, previous_until: previous.map(({ untilMs }) => new Date(untilMs).toISOString()) }
}

async function askSecret(flags: SecretFlags): Promise<Response<'alertsSecret'>> {
  await using client = openClient(flags)
  return await (flags.rotate ? client.wire.alertsSecretRotate({}) : client.wire.alertsSecret())
}

async function ask(cli: Cli, flags: Flags, work: Work): Promise<void> {
  await cli.run(flags, async (output) => {
    await using client = openClient(flags)
    await work(client, output)
  })
}

function openClient({ node }: Flags): OutriggerClient {
  const url = node ?? process.env['OUTRIGGER_NODE'] ?? 'http://127.0.0.1:8787'
  const apiKey = process.env['OUTRIGGER_API_KEY']
  return createClient({ url, ...(apiKey && { apiKey }) })
}

/** @throws {UsageError} */
function toBody({ name = '', type, threshold, below, metric, chain, symbol, webhook, email, rearm, cooldown }: Values) {
  const alert_type = alertTypes.find((one) => one === type)
  if (alert_type === undefined) throw new UsageError(`--type takes ${alertTypes.join(', ')}.`)
  return {
    name,
    alert_type,
    threshold: toNumber('threshold', threshold),
    ...(below && { condition: 'below' as const }),
    ...(metric && { metric }),
    ...(chain && { chain_id: chain }),
    ...(symbol && { symbol }),
    ...(webhook && { webhook_url: webhook }),
    ...(email && { email }),
    ...(rearm && { rearm_percent: toNumber('rearm', rearm) }),
    ...(cooldown && { cooldown_seconds: toNumber('cooldown', cooldown) }),
  }
}

function toNumber(flag: string, text = ''): number {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`--${flag} takes a number.`)
  return Number(text)
}

function toLines(list: readonly Alert[]): readonly string[] {
  const columns = ['id', 'name', 'watches', 'state', 'triggered'].map((title) => ({ title }))
  return toTable(
    columns,
    list.map((alert) => [
      alert.id,
      alert.name,
      [alert.alert_type, alert.chain_id, alert.symbol, alert.metric, alert.condition, alert.threshold]
        .filter((part) => part !== undefined)
        .join(' '),
      alert.enabled ? alert.state : 'off',
      `${alert.trigger_count}`,
    ]),
  )
}

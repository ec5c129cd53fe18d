import { useState } from 'preact/hooks'
import { useActing } from '../../data/acting.ts'
import {
  findMethods,
  findRecentParameter,
  insertRecent,
  type OpenRpc,
  type RpcMethod,
  type RpcReply,
  sendCall,
  toExample,
  toParams,
} from '../../data/openRpc.ts'
import { Choice } from '../../ui/choice.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { AsCode } from './asCode.tsx'
import { MethodFacts } from './methodFacts.tsx'
import { Reply } from './reply.tsx'

/** Lets the user choose a chain and a method of the node's OpenRPC document, and send a call with the session. */
export function Console({ document }: { readonly document: OpenRpc }) {
  const chains = document.servers.map(({ name }) => name)
  const [chain, setChain] = useState(chains[0] ?? '')
  const [wanted, setWanted] = useState('eth_getBlockByNumber')
  const [text, setText] = useState('')
  const found = findMethods(document, text)
  const method = found.find(({ name }) => name === wanted) ?? found[0]
  const server = document.servers.find(({ name }) => name === chain)
  if (server === undefined)
    return <p class="empty">No provider of an EVM chain is configured. Start the node with --rpc, or with --devnet.</p>
  return (
    <>
      <div class="tools">
        <Choice label="Chain" options={chains} value={chain} onChange={setChain} />
        <label class="field">
          <span>Find a method</span>
          <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        {method && (
          <Choice label="Method" options={found.map(({ name }) => name)} value={method.name} onChange={setWanted} />
        )}
      </div>
      <p class="quiet" role="status">
        {text !== '' && toCountText(found.length)}
      </p>
      {method && <Request key={`${chain} ${method.name}`} chain={chain} url={server.url} method={method} />}
    </>
  )
}

const toCountText = (count: number) =>
  count === 0 ? 'No method matches.' : count === 1 ? '1 method matches.' : `${count} methods match.`

type RequestProps = { readonly chain: string; readonly url: string; readonly method: RpcMethod }

function Request({ chain, url, method }: RequestProps) {
  const [params, setParams] = useState(() => toExample(method))
  const [isConfirmed, setConfirmed] = useState(false)
  const [isSending, setSending] = useState(false)
  const [reply, setReply] = useState<RpcReply>()
  const acting = useActing(() => setSending(false))
  const { write, transports } = method['x-outrigger-policy']
  const isServed = transports.includes('http')

  function edit(next: string): void {
    setParams(next)
    setConfirmed(false)
  }
  function send(event: Event): void {
    event.preventDefault()
    setSending(true)
    setReply(undefined)
    setConfirmed(false)
    void acting.act(async () => {
      toParams(params)
      setReply(await sendCall(chain, method.name, params))
      return undefined
    })
  }
  return (
    <div class="console">
      <form onSubmit={send}>
        <MethodFacts method={method} />
        <label class="field whole">
          <span>Parameters, a JSON array</span>
          <textarea spellcheck={false} value={params} onInput={({ currentTarget }) => edit(currentTarget.value)} />
        </label>
        {write && <Confirmation chain={chain} value={isConfirmed} onChange={setConfirmed} />}
        <div class="tools">
          <button
            type="submit"
            class={write ? 'danger' : undefined}
            disabled={isSending || !isServed || (write && !isConfirmed)}
          >
            {write ? 'Send the transaction' : 'Send'}
          </button>
          <Insert chain={chain} method={method} params={params} onInsert={edit} act={acting.act} />
        </div>
        <Outcome of={acting} />
        <AsCode url={url} method={method.name} params={params} />
      </form>
      <Reply reply={reply} isSending={isSending} name={`${chain}-${method.name}`} />
    </div>
  )
}

type ConfirmationProps = {
  readonly chain: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

function Confirmation({ chain, value, onChange }: ConfirmationProps) {
  return (
    <label class="field row">
      <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>Send this transaction to {chain}. It cannot be taken back.</span>
    </label>
  )
}

type InsertProps = Pick<RequestProps, 'chain' | 'method'> & {
  readonly params: string
  readonly onInsert: (params: string) => void
  readonly act: ReturnType<typeof useActing>['act']
}

/** Restores the example, and fills in a hash of this chain if the method takes one. */
function Insert({ chain, method, params, onInsert, act }: InsertProps) {
  const kind = findRecentParameter(method)
  const insert = () =>
    act(async () => {
      onInsert(await insertRecent(chain, kind ?? 'blockHash', params))
      return undefined
    })
  return (
    <>
      {params !== toExample(method) && (
        <button type="button" onClick={() => onInsert(toExample(method))}>
          Restore the example
        </button>
      )}
      {kind !== undefined && (
        <button type="button" onClick={() => void insert()}>
          {kind === 'blockHash' ? 'Use the latest block' : 'Use a recent transaction'}
        </button>
      )}
    </>
  )
}

import { useState } from 'preact/hooks'
import { type AsyncApi, type Call, findCalls, type OpenApi, toAddress } from '../data/documents.ts'
import { describeFailure } from '../data/failure.ts'
import { formatMs } from '../data/format.ts'
import { indent, type OpenRpc } from '../data/openRpc.ts'
import { useReading } from '../data/reading.ts'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import { Console } from './api/console.tsx'

const read = async <T,>(path: string): Promise<T> => (await fetch(path)).json()

/** Lists the calls and streams in the node's documents. The user can try calls and JSON-RPC with the session. */
export function Api() {
  const calls = useReading(() => read<OpenApi>('/openapi.json'), { everyMs: 0 })
  const rpc = useReading(() => read<OpenRpc>('/openrpc.json'), { everyMs: 0 })
  const streams = useReading(() => read<AsyncApi>('/asyncapi.json'), { everyMs: 0 })
  const [text, setText] = useState('')
  return (
    <>
      <Panel
        title="JSON-RPC console"
        note={
          <>
            From <a href="/openrpc.json">openrpc.json</a> of this node. A call runs in the gateway with the permissions
            of the session and costs its key compute units.
          </>
        }
      >
        {rpc.error !== undefined && <p class="failure">{describeFailure(rpc.error)}</p>}
        {rpc.data === undefined && rpc.error === undefined && <p class="waiting">Waiting for the node …</p>}
        {rpc.data && <Console document={rpc.data} />}
      </Panel>
      <Panel
        title="Calls"
        note={
          <>
            From <a href="/openapi.json">openapi.json</a> of this node. A call runs with the permissions of the session
            and counts as its key’s.
          </>
        }
      >
        <label class="field">
          <span>Filter</span>
          <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        {calls.error !== undefined && <p class="failure">{describeFailure(calls.error)}</p>}
        {calls.data === undefined && calls.error === undefined && <p class="waiting">Waiting for the node …</p>}
        {calls.data && <Calls document={calls.data} text={text} />}
      </Panel>
      <Panel
        title="Streams"
        note={
          <>
            From <a href="/asyncapi.json">asyncapi.json</a> of this node.
          </>
        }
      >
        {streams.error !== undefined && <p class="failure">{describeFailure(streams.error)}</p>}
        {streams.data && (
          <Table
            label="Streams"
            rows={Object.entries(streams.data.channels)}
            keyOf={([name]) => name}
            columns={[
              { title: 'Stream', of: ([name]) => name },
              { title: 'Address', of: ([, { address }]) => <code>{address}</code> },
              { title: 'What', of: ([, { summary, description }]) => summary ?? description ?? '' },
              { title: 'Messages', of: ([, { messages }]) => Object.keys(messages ?? {}).join(', ') },
            ]}
          />
        )}
      </Panel>
    </>
  )
}

function Calls({ document, text }: { readonly document: OpenApi; readonly text: string }) {
  const found = findCalls(document, text)
  const base = document.servers?.[0]?.url ?? ''
  return (
    <>
      <p class="quiet" role="status">
        {found.length} calls
      </p>
      {found.map((call) => (
        <CallView key={`${call.method} ${call.path}`} call={call} base={base} />
      ))}
    </>
  )
}

function CallView({ call, base }: { readonly call: Call; readonly base: string }) {
  const [open, setOpen] = useState(false)
  const { method, path, operation } = call
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>
          {method.toUpperCase()} {path}
        </code>{' '}
        {operation.summary} {operation.deprecated && <span class="badge warn">deprecated</span>}
      </summary>
      {open && <TryIt call={call} base={base} />}
    </details>
  )
}

type Answer = { readonly status: number; readonly tookMs: number; readonly text: string }

function TryIt({ call, base }: { readonly call: Call; readonly base: string }) {
  const { method, operation } = call
  const schema = operation.requestBody?.content?.['application/json']?.schema
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ chain: 'ethereum' })
  const [body, setBody] = useState('{}')
  const [answer, setAnswer] = useState<Answer>()

  async function send(event: Event): Promise<void> {
    event.preventDefault()
    const beganMs = performance.now()
    const hasBody = schema !== undefined
    try {
      const response = await fetch(toAddress(base, call, values), {
        method: method.toUpperCase(),
        ...(hasBody && { body, headers: { 'content-type': 'application/json' } }),
      })
      const text = await response.text()
      setAnswer({ status: response.status, tookMs: performance.now() - beganMs, text: indent(text) })
    } catch (error) {
      setAnswer({ status: 0, tookMs: performance.now() - beganMs, text: String(error) })
    }
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <p class="quiet">{operation.description}</p>
      <div class="tools">
        {operation.parameters?.map(({ name, required = false, description }) => (
          <label key={name} class="field" title={description}>
            <span>
              {name}
              {required && ' (required)'}
            </span>
            <input
              required={required}
              value={values[name] ?? ''}
              onInput={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
      {schema && (
        <>
          <label class="field">
            <span>Body, JSON</span>
            <textarea value={body} onInput={({ currentTarget }) => setBody(currentTarget.value)} />
          </label>
          <details>
            <summary>Schema of the body</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <pre tabIndex={0}>{JSON.stringify(schema, null, 2)}</pre>
          </details>
        </>
      )}
      <p>
        <button type="submit">Send</button>
      </p>
      <div role="status" aria-live="polite">
        {answer && (
          <p>
            {answer.status === 0 ? 'No answer' : `Status ${answer.status}`} after {formatMs(answer.tookMs)}
          </p>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      {answer && <pre tabIndex={0}>{answer.text}</pre>}
    </form>
  )
}

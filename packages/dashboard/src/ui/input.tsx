type InputProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'number' | 'url' | 'email'
  readonly required?: boolean
  readonly placeholder?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
}

/** A labeled one-line input. */
export function Input({ label, value, onChange, type = 'text', ...rest }: InputProps) {
  // Preact's types accept only a literal `type`. The cast allows a variable.
  const ofType = { type } as { type: 'text' }
  return (
    <label class="field">
      <span>{label}</span>
      <input {...rest} {...ofType} value={value} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  )
}

/** Only for the panel's shadow root: the overlay must work even if the site's styles do not. */
export const STYLE = `
  .panel {
    position: fixed;
    inset: auto 0 0;
    z-index: 2147483647;
    max-height: 60vh;
    overflow: auto;
    padding: 16px 24px;
    border-top: 4px solid #e5484d;
    background: #1b1a1a;
    color: #f4f1ec;
    font: 14px/1.5 system-ui, sans-serif;
    color-scheme: dark;
  }
  .problem + .problem {
    margin-top: 24px;
  }
  .title {
    margin: 0;
    color: #ff9592;
    font-size: 16px;
  }
  .position,
  .message,
  .frame {
    margin: 8px 0 0;
    font-family: ui-monospace, monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .position {
    color: #b5b0a8;
  }
  .frame {
    padding: 8px 12px;
    overflow-x: auto;
    background: #2a2828;
    white-space: pre;
  }
  .dismiss {
    float: right;
    padding: 4px 12px;
    border: 1px solid #b5b0a8;
    border-radius: 4px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
`

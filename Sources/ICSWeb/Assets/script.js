// Keys, dragging, live updates and the rule in words. The pages work without this script.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const main = () => byId("main");
  // A page for a program has no navigation, and leaving it ends the program's wait.
  const isAlone = document.querySelector("nav") === null;
  let isDragging = false;

  // Keys.
  const links = { j: "next", k: "previous", t: "today", n: "new", Escape: "back" };
  const pages = { "/": "calendars", "?": "help" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isDragging) return;
    const isTyping = event.target.closest("input, select, textarea");
    if (isTyping && event.key !== "Escape") return;
    const link = links[event.key] && byId(links[event.key]);
    if (link) {
      event.preventDefault();
      link.click();
    } else if (pages[event.key] && !isAlone) {
      event.preventDefault();
      location.assign(pages[event.key]);
    }
  });

  document.addEventListener("click", (event) => {
    const link = isAlone && event.target.closest('a[rel~="noopener"]');
    if (link) link.target = "_blank";
  });

  // Live updates. A browser has few connections to one server, so one window listens for all.
  const hasInput = () => main().querySelector("form.editor, form.spans, details[open]") !== null;
  const tell = () => {
    if (document.querySelector(".live")) return;
    const note = document.createElement("p");
    note.className = "live";
    note.setAttribute("role", "status");
    note.textContent = "The calendar has changed. Saving keeps both changes.";
    document.body.append(note);
  };
  let isLoading = false, isStale = false;
  const update = async () => {
    if (hasInput()) return tell();
    if (isLoading || isDragging) { isStale = true; return; }
    isLoading = true;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.getElementById("main");
      if (!next || isDragging || hasInput()) return;
      const focused = document.activeElement, href = focused && focused.getAttribute("href");
      main().replaceChildren(...next.childNodes);
      if (href && !document.contains(focused)) {
        [...main().querySelectorAll("a")].find((link) => link.getAttribute("href") === href)?.focus();
      }
      const colors = document.querySelector('link[href^="colors.css"]');
      if (colors) colors.href = "colors.css?" + Date.now();
    } catch { /* The server has ended. */ } finally {
      isLoading = false;
      if (isStale) { isStale = false; update(); }
    }
  };
  const channel = new BroadcastChannel("calendar" + location.pathname.split("/")[1]);
  channel.onmessage = update;
  const listen = () => new Promise(() => {
    const source = new EventSource("events");
    let wasLost = false;
    const told = () => {
      channel.postMessage(1);
      update();
    };
    source.addEventListener("change", told);
    source.addEventListener("error", () => { wasLost = true; });
    source.addEventListener("open", () => {
      if (wasLost) told();
      wasLost = false;
    });
  });
  if (navigator.locks) navigator.locks.request("events", listen); else listen();

  // The rule in words.
  const editor = document.querySelector('form.editor[action="save"]');
  const words = byId("rule-words");
  let waiting;
  editor?.addEventListener("input", (event) => {
    if (!event.target.closest("#rule-controls") && event.target.id !== "start") return;
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const fields = new URLSearchParams(new FormData(editor));
      fields.set("action", "preview");
      const answer = await fetch("save", { method: "POST", body: fields });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      words.textContent = (page.getElementById("error") || page.getElementById("rule-words")).textContent;
    }, 250);
  });

  // Files dropped on the page for imports.
  const file = byId("file");
  if (file) {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) file.files = event.dataTransfer.files;
    });
  }

  // Dragging with the mouse: to another day, to another time, and at the lower edge to another end.
  const edge = 7, least = 5;
  let drag = null;
  const day = (x, y) => document.elementsFromPoint(x, y).map((element) => element.closest("[data-date]")).find(Boolean);
  /** The quarter of an hour of a place in a day's column, or null in a month. */
  const quarter = (cell, y) => {
    const grid = cell.querySelector(".timed");
    if (!grid || getComputedStyle(grid).display !== "grid") return null;
    const height = parseFloat(getComputedStyle(grid).gridAutoRows);
    return Number(cell.dataset.hour) * 4 + Math.floor((y - grid.getBoundingClientRect().top) / height);
  };
  const clock = (quarter) => {
    const bounded = Math.max(0, Math.min(95, quarter));
    return String(Math.floor(bounded / 4)).padStart(2, "0") + ":" + String((bounded % 4) * 15).padStart(2, "0");
  };
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest && event.target.closest("[data-id]")) event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("[data-id]");
    if (!item || event.button !== 0 || event.pointerType !== "mouse" || !byId("move")) return;
    const box = item.getBoundingClientRect(), cell = item.closest("[data-date]");
    const isBlock = item.classList.contains("block") && quarter(cell, event.clientY) !== null;
    drag = {
      item, isBlock, x: event.clientX, y: event.clientY, offset: event.clientY - box.top,
      isResizing: isBlock && box.bottom - event.clientY < edge,
    };
  });
  const mark = (cell) => {
    document.querySelectorAll(".target").forEach((other) => other.classList.remove("target"));
    cell?.classList.add("target");
  };
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!isDragging && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < least) return;
    isDragging = true;
    drag.item.classList.add("dragged");
    mark(day(event.clientX, event.clientY));
  });
  const end = () => {
    drag?.item.classList.remove("dragged");
    mark(null);
    drag = null;
    setTimeout(() => {
      isDragging = false;
      if (isStale) { isStale = false; update(); }
    });
  };
  document.addEventListener("pointercancel", end);
  document.addEventListener("keyup", (event) => { if (event.key === "Escape") end(); });
  document.addEventListener("pointerup", (event) => {
    const { item, isBlock, isResizing, offset } = drag || {};
    const cell = isDragging && item && day(event.clientX, event.clientY);
    if (cell) {
      const form = byId("move");
      const fields = { id: item.dataset.id };
      if (isResizing) {
        fields.end = cell.dataset.date;
        fields["end-time"] = clock(quarter(cell, event.clientY) + 1);
      } else {
        fields.start = cell.dataset.date;
        if (isBlock) fields["start-time"] = clock(quarter(cell, event.clientY - offset + 4));
      }
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement("input");
        input.type = "hidden";
        input.name = name;
        input.value = value;
        form.append(input);
      }
      form.submit();
    }
    end();
  });
  document.addEventListener("click", (event) => {
    if (isDragging) event.preventDefault();
  }, true);
})();
